"""The version of wgsync: of the program, its manual page and its packages.

MODULE.bazel cannot load it and has a copy, which version_test compares.
"""

VERSION = "0.1.0"

# The day of the release, which the manual page names.
VERSION_DATE = "2026-11-22"
