"""What is wrong with the settings of a training run."""

from __future__ import annotations


class SettingError(ValueError):
    """A setting of the YAML file is missing, unknown or of the wrong kind."""
