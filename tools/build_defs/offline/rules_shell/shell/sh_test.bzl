"""The rule that is part of this Bazel, at its modern address."""

sh_test = native.sh_test
