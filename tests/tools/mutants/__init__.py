"""Mutants: the code changed in one place, to see whether anything notices.

`python -m tests.tools.mutants --help` tells what there is. Everything happens in a temporary copy of the repository.
"""
