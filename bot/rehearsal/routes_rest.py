"""Routes about the bot itself, people, guilds and the registration of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rest import Request
from .strict_commands import check_command, check_commands
from .wire import Body, Json, Problem, RefusedError, invalid_form
from .world import Guild

if TYPE_CHECKING:
    from .loopback import Loopback


def named(problems: tuple[Problem, ...]) -> None:
    """Refuse if there is any problem."""
    if problems:
        raise invalid_form(problems)


class IdentityRoutes:
    """Who the bot is, whom it meets, and which commands it has."""

    def __init__(self, host: Loopback) -> None:
        self._host, self._world = host, host.world
        add = host.rest.routes.add
        add("GET /gateway", lambda call: {"url": host.gateway_url})
        add("GET /gateway/bot", self.gateway)
        add("GET /users/@me", self.me)
        add("GET /users/@me/guilds", self.my_guilds)
        add("POST /users/@me/channels", self.open_direct)
        add("GET /users/{user}", self.user)
        add("GET /applications/@me", self.application)
        add("GET /oauth2/applications/@me", self.application)
        add("GET /guilds/{guild}", lambda call: self._guild(call).payload())
        add("GET /guilds/{guild}/channels", self.guild_channels)
        add("GET /guilds/{guild}/roles", lambda call: list(self._guild(call).roles.values()))
        add("GET /guilds/{guild}/members/{user}", self.member)
        for scope in ("/applications/{application}", "/applications/{application}/guilds/{guild}"):
            add(f"GET {scope}/commands", self.commands)
            add(f"PUT {scope}/commands", self.replace_commands)
            add(f"POST {scope}/commands", self.add_command)
            add(f"GET {scope}/commands/{{command}}", self.command)
            add(f"PATCH {scope}/commands/{{command}}", self.change_command)
            add(f"DELETE {scope}/commands/{{command}}", self.remove_command)

    # -- the bot and people

    def gateway(self, call: Request) -> Body:
        """Events, "Get Gateway Bot"."""
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self._host.gateway_url, "shards": 1, "session_start_limit": limit}

    def me(self, call: Request) -> Body:
        """User, "Get Current User"."""
        return {**self._world.bot.payload(), "verified": True, "mfa_enabled": True, "locale": "en-US", "email": None}

    def my_guilds(self, call: Request) -> Body:
        """User, "Get Current User Guilds"."""
        return [
            {"id": each.id, "name": each.name, "icon": None, "owner": False} for each in self._world.guilds.values()
        ]

    def open_direct(self, call: Request) -> Body:
        """User, "Create DM"."""
        user = self._world.users.get(str(call.form().get("recipient_id")))
        if user is None or user.bot:
            raise RefusedError(400, 50033, "Invalid Recipient(s)", fault=True)
        return self._world.direct_with(user).payload

    def user(self, call: Request) -> Body:
        """User, "Get User"."""
        user = self._world.users.get(call.args["user"])
        if user is None:
            raise RefusedError(404, 10013, "Unknown User")
        return user.payload()

    def application(self, call: Request) -> Body:
        """Application, "Get Current Application"."""
        bot = self._world.bot
        return {
            "id": bot.id,
            "name": bot.name,
            "icon": None,
            "description": "",
            "bot": bot.payload(),
            "bot_public": False,
            "bot_require_code_grant": False,
            "owner": self._world.owner.payload(),
            "team": None,
            "verify_key": "0" * 64,
            "flags": 0,
            "tags": [],
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "integration_types_config": {"0": {}},
            "approximate_guild_count": len(self._world.guilds),
            "approximate_user_install_count": 0,
        }

    # -- guilds

    def _guild(self, call: Request) -> Guild:
        guild = self._world.guilds.get(call.args["guild"])
        if guild is None:
            raise RefusedError(404, 10004, "Unknown Guild")
        return guild

    def guild_channels(self, call: Request) -> Body:
        """Guild, "Get Guild Channels"."""
        return [channel.payload for channel in self._guild(call).channels.values() if not channel.is_thread]

    def member(self, call: Request) -> Body:
        """Guild, "Get Guild Member"."""
        guild = self._guild(call)
        user = guild.members.get(call.args["user"])
        if user is None:
            raise RefusedError(404, 10007, "Unknown Member")
        return user.member(roles=guild.roles_of(user))

    # -- commands

    def _scope(self, call: Request) -> dict[str, Json]:
        """Registered commands of one scope, by id."""
        if call.args["application"] != self._world.bot.id:
            raise RefusedError(404, 10002, "Unknown Application", fault=True)
        if "guild" in call.args:
            self._guild(call)
        return self._world.commands.setdefault(call.args.get("guild"), {})

    def _registered(self, call: Request, body: Json, command_id: str | None) -> Json:
        """Application Commands, "Application Command Object"."""
        command: Json = {
            "id": command_id or self._world.new_id(),
            "application_id": self._world.bot.id,
            "version": self._world.new_id(),
            "type": body.get("type") or 1,
            "name": body["name"],
            "name_localizations": body.get("name_localizations"),
            "description": body.get("description") or "",
            "description_localizations": body.get("description_localizations"),
            "options": body.get("options") or [],
            "default_member_permissions": body.get("default_member_permissions"),
            "dm_permission": body.get("dm_permission", True),
            "contexts": body.get("contexts"),
            "integration_types": body.get("integration_types") or [0],
            "nsfw": bool(body.get("nsfw")),
        }
        if "guild" in call.args:
            command["guild_id"] = call.args["guild"]
        return command

    def _same(self, scope: dict[str, Json], body: Json) -> str | None:
        """Find the id of the command that a body replaces: the same type and name."""
        for command_id, command in scope.items():
            if (command["type"], command["name"]) == (body.get("type") or 1, body.get("name")):
                return command_id
        return None

    def commands(self, call: Request) -> Body:
        """Application Commands, "Get Global Application Commands"."""
        return list(self._scope(call).values())

    def replace_commands(self, call: Request) -> Body:
        """Application Commands, "Bulk Overwrite Global Application Commands"."""
        scope = self._scope(call)
        if self._host.strict:
            named(check_commands(call.body))
        new = [self._registered(call, body, self._same(scope, body)) for body in call.body]
        scope.clear()
        scope.update({command["id"]: command for command in new})
        self._host.registrations += 1
        return new

    def add_command(self, call: Request) -> Body:
        """Application Commands, "Create Global Application Command"."""
        scope, body = self._scope(call), call.form()
        if self._host.strict:
            named(check_command(body))
        command = self._registered(call, body, self._same(scope, body))
        scope[command["id"]] = command
        self._host.registrations += 1
        return command

    def _command(self, call: Request) -> Json:
        command = self._scope(call).get(call.args["command"])
        if command is None:
            raise RefusedError(404, 10063, "Unknown application command")
        return command

    def command(self, call: Request) -> Body:
        """Application Commands, "Get Global Application Command"."""
        return self._command(call)

    def change_command(self, call: Request) -> Body:
        """Application Commands, "Edit Global Application Command"."""
        changed = {**self._command(call), **call.form()}
        if self._host.strict:
            named(check_command(changed))
        self._scope(call)[changed["id"]] = changed
        return changed

    def remove_command(self, call: Request) -> Body:
        """Application Commands, "Delete Global Application Command"."""
        del self._scope(call)[self._command(call)["id"]]
