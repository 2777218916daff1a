"""A unit: a library and its tests, named after their files.

    unit(
        name = "ladder",
        parts = ["ladder", "waits"],
        deps = [":verdict"],
        test_deps = [":still_launch_testing"],
    )

declares the cc_library "ladder" of ladder.cc, ladder.h, waits.cc and waits.h, and the cc_tests ladder_test and
waits_test, as far as these files exist. A test that needs a main() other than GoogleTest's, is an
ordinary cc_test. tools/lint/rooms.txt says who may include what; the visibility is the package's.
"""

load("@rules_cc//cc:defs.bzl", "cc_library", "cc_test")

_ABSEIL = "//tools/build_defs:abseil"
_GTEST_MAIN = "@com_google_googletest//:gtest_main"

def unit(name, parts = None, deps = [], tests = None, test_data = [], test_deps = [], test_tags = [], **kwargs):
    """Declares the library NAME, and PART_test of each part whose test is there.

    Args:
      name: the library.
      parts: the names of its files without ".cc" and ".h"; the library's own name by default.
      deps: of the library. Abseil is there without being named.
      tests: the names of the tests' files without "_test.cc", where those of the parts are not all.
      test_data: files that the tests read.
      test_deps: libraries that only the tests need.
      test_tags: of the tests.
      **kwargs: of the library.
    """
    parts = parts or [name]
    sources = native.glob([part + ".cc" for part in parts], allow_empty = True)
    headers = native.glob([part + ".h" for part in parts], allow_empty = True)
    for part in parts:
        if part + ".cc" not in sources and part + ".h" not in headers:
            fail("unit %s: there is neither %s.cc nor %s.h" % (name, part, part))
    cc_library(
        name = name,
        srcs = sources,
        hdrs = headers,
        deps = deps + [_ABSEIL],
        **kwargs
    )

    if tests == None:
        found = native.glob([part + "_test.cc" for part in parts], allow_empty = True)
        tests = [file[:-len("_test.cc")] for file in found]
    for test in tests:
        cc_test(
            name = test + "_test",
            size = "small",
            srcs = [test + "_test.cc"],
            data = test_data,
            tags = test_tags,
            visibility = ["//suite/proof/instrumented:__pkg__"],
            deps = [":" + name, _ABSEIL, _GTEST_MAIN] + deps + test_deps,
        )
