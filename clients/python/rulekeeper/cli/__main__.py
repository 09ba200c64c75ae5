"""`python -m rulekeeper.cli` is `rulekeeper`."""

from rulekeeper.cli import main

main()
