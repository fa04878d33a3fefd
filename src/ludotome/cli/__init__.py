"""The command line: the only room that reads arguments and prints."""
