"""Which version of Plywise this is; pyproject.toml has the same."""

VERSION = "0.1.0"
