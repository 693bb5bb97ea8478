"""A session under way in a folder, for tests of its roles."""

import random

# Enough participants for ranks to mean something, and no more: every answer is a file.
COUNT = {"local": 120, "shuffle": 30}
LOCAL = ["--model", "local", "--participants", COUNT["local"], "--columns", "x,y", "--rho", 20, "--bound", 20]
SHUFFLE = ["--model", "shuffle", "--participants", COUNT["shuffle"], "--columns", "x,y", "--epsilon", 20,
           "--delta", "0.01", "--bound", 20, "--dishonest", 0]
START = {"local": LOCAL, "shuffle": SHUFFLE}
BUDGETS = {"local": ["--rho", 20], "shuffle": ["--epsilon", 20, "--delta", "0.01"]}
# Smaller and more trusting crowds than participants are content with when they say nothing.
CROWDS = {"local": [], "shuffle": ["--at-least", COUNT["shuffle"], "--dishonest", 0]}


def rows_of(count, seed=1):
    """Rows around (3, -5), all within a half."""
    draws = random.Random(seed)
    return [(3 + draws.uniform(-0.5, 0.5), -5 + draws.uniform(-0.5, 0.5)) for _ in range(count)]


def csv_of(rows):
    return "x,y\n" + "".join(f"{x:.6f},{y:.6f}\n" for x, y in rows)


def mean_of(rows):
    return [sum(column) / len(rows) for column in zip(*rows)]


def is_near(result, rows):
    """Seven deviations of the noise, and what clipping can do to rows that are so close together."""
    for value, true, std in zip(result["value"], mean_of(rows), result["noise_std"]):
        assert std < 0.2 and abs(value - true) < 7 * std + 1.5


class Survey:
    """A session under way: its folder, and how each role is called."""

    def __init__(self, poise, model, folder="survey", count=None, start=None):
        self.poise, self.model, self.folder = poise, model, poise.folder / folder
        self.name, self.rows = folder, rows_of(count or COUNT[model])
        poise.write(f"{folder}.csv", csv_of(self.rows))
        poise.ok("analyze", folder, "--start", *(start or START[model]))

    def client(self, *more, file=None, participant=0, crowd=None):
        return ["client", self.name, file or f"{self.name}.csv", "--participant", participant, *BUDGETS[self.model],
                *(CROWDS[self.model] if crowd is None else crowd), *more]

    def answer(self, *more, **others):
        return self.poise.ok(*self.client(*more, **others)).stdout

    def shuffle(self):
        if self.model == "shuffle":
            self.poise.ok("shuffle", self.name)

    def round(self):
        self.answer()
        self.shuffle()
        return self.poise.json("analyze", self.name)

    def reader(self):
        """The command that reads answers first."""
        return ["shuffle" if self.model == "shuffle" else "analyze", self.name]

    def answers(self, number=1):
        return sorted((self.folder / f"answers-{number:02}").glob("*.poise"))

    def files(self):
        return sorted(path.relative_to(self.folder) for path in self.folder.rglob("*"))

    def refuses_to_read(self, says):
        """Nothing is published on the way."""
        before = self.files()
        assert says in self.poise.refuses(*self.reader())
        assert self.files() == before
