"""Group: several commands under one name, whose help says of each all that its first sentence says."""

from __future__ import annotations

import click


class Group(click.Group):
    """A group of commands; what each does is wrapped in the list, never cut short."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands with what each does."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, (command.help or "").split("\n\n")[0]) for name, command in found if command is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
