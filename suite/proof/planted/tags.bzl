"""Tags of the tests that run planted cases on a device."""

# Bazel does not see the driver, so a pass must not come from its cache. A test
# that measures time runs alone.
DEVICE_TAGS = [
    "exclusive",
    "external",
]
