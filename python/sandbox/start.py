"""The first file Python runs. It only imports the runner: a script is compiled at every start, a module once."""

import sys

HERE = __file__.rpartition("/")[0]
sys.path[:0] = [HERE]
sys.path.append(HERE + "/site")
import assay_runner  # noqa: E402, F401
