"""Arrays of any type and layout mean the same table, and so do sparse matrices."""

import warnings

import numpy as np
import poise
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

DTYPES = ["f8", "f4", "f2", "g", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "?", ">f8", ">i4", ">u2"]

LAYOUTS = {
    "C": np.ascontiguousarray,
    "Fortran": np.asfortranarray,
    "rows backwards": lambda a: np.ascontiguousarray(a[::-1])[::-1],
    "columns backwards": lambda a: np.ascontiguousarray(a[:, ::-1])[:, ::-1],
    "both backwards": lambda a: np.asfortranarray(a[::-1, ::-1])[::-1, ::-1],
    "every second row": lambda a: np.repeat(a, 2, axis=0)[::2],
    "every third column": lambda a: np.repeat(a, 3, axis=1)[:, ::3],
    "read only": lambda a: _frozen(a.copy()),
    "unaligned": lambda a: _unaligned(a),
}


def _frozen(array):
    array.setflags(write=False)
    return array


def _unaligned(array):
    bytes_ = np.empty(array.nbytes + 1, dtype=np.uint8)
    moved = bytes_[1:].view(array.dtype).reshape(array.shape)
    moved[...] = array
    return moved


def exact_mean(array, **options):
    """With so much budget the noise is far below a thousandth."""
    return poise.mean(array, rho=1e9, bound=128, method="gaussian", seed=1, **options).value


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_types_and_layouts(dtype, layout):
    numbers = np.random.default_rng(5).integers(0, 120, size=(500, 5)).astype(dtype)
    array = LAYOUTS[layout](numbers)
    assert np.array_equal(array, numbers)
    reference = poise.mean(numbers.astype("f8"), rho=1e9, bound=128, method="gaussian", seed=1)
    assert poise.mean(array, rho=1e9, bound=128, method="gaussian", seed=1) == reference
    assert np.allclose(reference.value, numbers.astype("f8").mean(axis=0), atol=1e-3)


@settings(max_examples=60, deadline=None)
@given(
    rows=st.slices(40),
    columns=st.slices(8),
    transposed=st.booleans(),
    dtype=st.sampled_from(["f8", "f4", "i8", "u8", "i1"]),
)
def test_any_view(rows, columns, transposed, dtype):
    whole = np.arange(320).reshape(40, 8).astype(dtype) % 100
    view = whole[rows, columns]
    view = view.T if transposed else view
    if 0 in view.shape or len(view) == 1:  # nothing about one person can be private and useful
        with pytest.raises(poise.BadInput):
            exact_mean(view)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", poise.PoiseWarning)
        plain = np.array(view, dtype="f8", order="C")
        assert np.array_equal(exact_mean(view), exact_mean(plain))
        assert np.allclose(exact_mean(view), plain.mean(axis=0), atol=0.5)
        names = [f"c{i}" for i in range(view.shape[1])][::-1]
        assert np.array_equal(exact_mean(view, columns=names), exact_mean(plain[:, ::-1]))


def test_one_dimension_is_one_column():
    estimate = poise.mean(np.arange(100.0), rho=1e9, bound=128, seed=1)
    assert estimate.columns == ("c0",)
    assert estimate.value.shape == (1,)
    assert float(estimate) == pytest.approx(49.5, abs=1e-3)


def test_lists_buffers_and_what_says_that_it_is_an_array():
    class Array:
        def __array__(self, dtype=None, copy=None):
            return np.arange(8.0).reshape(4, 2)

    expected = exact_mean(np.arange(8.0).reshape(4, 2))
    assert np.array_equal(exact_mean([[0, 1], [2, 3], [4, 5], [6, 7]]), expected)
    assert np.array_equal(exact_mean(((0, 1), (2, 3), (4, 5), (6, 7))), expected)
    assert np.array_equal(exact_mean(memoryview(np.arange(8.0).reshape(4, 2))), expected)
    assert np.array_equal(exact_mean(Array()), expected)


def test_lists_may_have_gaps_and_integers_of_any_size():
    with_gaps = np.array([[0, 1], [2, np.nan], [np.inf, 5], [6, -np.inf]])
    assert np.array_equal(exact_mean([[0, 1], [2, None], [10**400, 5], [6, -(2**70)]]), exact_mean(with_gaps))
    assert np.array_equal(exact_mean([0, None, 2]), exact_mean([0, np.nan, 2]))


def test_masked_cells_are_missing():
    masked = np.ma.masked_greater(np.arange(8.0).reshape(4, 2), 5)
    with_gaps = np.array([[0, 1], [2, 3], [4, 5], [np.nan, np.nan]])
    assert np.array_equal(exact_mean(masked), exact_mean(with_gaps))


def test_a_column_of_an_array_can_be_the_unit():
    array = np.array([[1, 10], [1, 30], [2, 40], [2, 40]])
    estimate = poise.mean(array, rho=1e9, bound=128, unit="c0", seed=1)
    assert estimate.rows == 2
    assert float(estimate) == pytest.approx(30, abs=1e-2)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "?"])
@pytest.mark.parametrize("maker", [sparse.csr_array, sparse.csr_matrix])
def test_sparse_matrices(kind, dtype, maker):
    dense = np.random.default_rng(6).integers(0, 3, size=(400, 9)).astype(dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sparse.SparseEfficiencyWarning)
        matrix = maker(dense).asformat(kind)
    expected = dense.astype("f8").mean(axis=0)
    assert np.allclose(exact_mean(matrix), expected, atol=1e-3)
    assert np.allclose(exact_mean(matrix, columns=["c8", "c1"]), expected[[8, 1]], atol=1e-3)


def test_sparse_entries_in_any_order_and_twice():
    matrix = sparse.csr_array(
        (np.array([1.0, 2.0, 4.0, 8.0]), np.array([2, 0, 1, 1]), np.array([0, 2, 4])), shape=(2, 3)
    )
    assert np.allclose(exact_mean(matrix), [1, 6, 0.5], atol=0.05)


def test_sparse_and_dense_agree(both):
    dense = (np.random.default_rng(7).random((3000, 12)) < 0.1).astype("f8")
    matrix = sparse.csr_array(dense)
    for options in ({"method": "plan", "binary": True}, {"method": "gaussian", "bound": 1}):
        ours = poise.mean(matrix, rho=1, seed=3, **options)
        assert np.allclose(ours.value, poise.mean(dense, rho=1, seed=3, **options).value, atol=0.2)


def test_the_table_keeps_its_memory_alive_and_gives_it_back():
    import gc
    import weakref

    class Watched(np.ndarray):
        pass

    array = np.ones((3000, 2)).view(Watched)
    gone = weakref.ref(array)
    poise.mean(array, rho=1, bound=2, seed=1)
    with pytest.raises(poise.BadInput):
        poise.mean(array, rho=1, bound=2, columns=["nobody"])
    del array
    gc.collect()
    assert gone() is None
