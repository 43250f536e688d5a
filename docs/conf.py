"""Sphinx configuration."""

import re
from pathlib import Path

_version = Path(__file__).parent.parent / "src" / "qianma" / "_version.py"

project = "qianma"
author = "The qianma contributors"
copyright = "2026, The qianma contributors"  # noqa: A001
release = re.findall(r'__version__ = "(.+)"', _version.read_text(encoding="utf-8"))[0]
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_default_options = {"members": True, "show-inheritance": True}

html_theme = "furo"
html_title = f"qianma {release}"
html_show_sourcelink = False
