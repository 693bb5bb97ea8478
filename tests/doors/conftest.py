"""Tests of the doors need the wheel, its probe, and the probe of files: tools/python and tools/build make them."""


def pytest_configure(config):
    config.addinivalue_line("filterwarnings", "ignore:simulation with a seed")
