"""One test at least for every clause of the rules, named after it."""
