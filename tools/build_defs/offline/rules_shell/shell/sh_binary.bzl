"""The rule that is part of this Bazel, at its modern address."""

sh_binary = native.sh_binary
