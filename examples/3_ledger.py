"""A book that pays: every answer is charged before a cell is read, and refused when nothing is left."""

import pathlib
import tempfile

import numpy as np
import poise

ages = np.random.default_rng(3).normal(44, 16, size=5000).clip(0, 110).round()

with tempfile.TemporaryDirectory() as folder:
    book = poise.Ledger.create(pathlib.Path(folder) / "book.db", dataset="census", rho=1)

    # Three questions, a third of the budget each. 1/3 is exact, so the third one still fits.
    for question in range(3):
        answer = poise.mean(ages, rho="1/3", bound=110, ledger=book, dataset="census")
        print(f"answer {question + 1}: {float(answer):.2f}, rho = {book['census'].left} left")

    # The book outlives this program; a slip of ours costs nothing, and an empty account answers nothing.
    try:
        poise.mean(ages, rho="1/1000", bound=110, ledger=book, dataset="census")
    except poise.LedgerRefuses as refusal:
        print(f"\nthe book refuses: {refusal.what}")

    print()
    book.show()
