"""Group: several commands under one name; the help shows the whole first sentence of each."""

from __future__ import annotations

import click


def with_json(command: click.Command) -> click.Command:
    """Return *command* with the option `--json`, which puts its output into one object (`json_output`)."""
    is_leaf = not isinstance(command, click.Group)
    if is_leaf and not any("--json" in parameter.opts for parameter in command.params):
        help_text = "Print one JSON object, even if the command fails."
        command.params.append(click.Option(["--json"], is_flag=True, expose_value=False, help=help_text))
    return command


class Group(click.Group):
    """A group of commands. Its list wraps descriptions instead of truncating them, and each command has `--json`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that *args* name, with the option `--json` if it has none of its own."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, None if command is None else with_json(command), rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands with their descriptions."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, (command.help or "").split("\n\n")[0]) for name, command in found if command is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
