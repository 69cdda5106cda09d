"""The pytest plugin: registers the marks that `cupy.testing` offers, and loads nothing else."""


def pytest_configure(config):
    """Make the marks known, so that ``--strict-markers`` accepts them."""
    config.addinivalue_line("markers", "slow: takes long")
