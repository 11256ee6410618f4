"""`python -m bot doctor`: what is well and what is not on the host's side, each with the remedy.

It changes nothing, and may be asked while the bot runs. Discord is asked only if wanted.
"""

import shlex
import time
from collections.abc import Callable

import aiohttp
import discord

from bot.client import LeanBot
from bot.settings import ENV_FILE, Settings, SettingsError, load, load_database_url
from cogs.render.doctor import Finding, backup_found, line_of, size_said
from rules.examining import BACKUP, backup_time
from rules.store.engines import INSTALL_DRIVER, RESTORE, DriverMissing, address, database_file
from rules.store.inspecting import Hindrance, Inspected, inspected, is_open_to_others
from rules.store.protocol import StoreError

MAKE_BACKUP = "Make one: python -m bot backup."
REMEDIES = {
    Hindrance.UNREACHED: "Is PostgreSQL running? Check host, user and password in DATABASE_URL.",
    Hindrance.BARRED: "Ask as the user who runs the bot.",
    Hindrance.FOREIGN: "Set DATABASE_URL to another place: Fair Draw wants a database of its own.",
    Hindrance.SPOILED: RESTORE,
    Hindrance.HELD: "Does another program use the file? End it, or ask again later.",
}
ALLOW = "Allow writing to the user who runs the bot; is the disk full?"
NETWORK = "Check this machine's network."
PORTAL = "Reset the token in Discord's developer portal, and put it into .env."


async def examine(*, asks_discord: bool, clock: Callable[[], float] = time.time) -> list[Finding]:
    """Everything that can be found out from here. `asks_discord`: log in, to see whether the token is taken."""
    findings, settings = _settings()
    if is_open_to_others(ENV_FILE):
        remedy = f"chmod 600 {shlex.quote(str(ENV_FILE.resolve()))}"
        findings.append(Finding(False, "Settings: others on this machine can read .env.", remedy))
    try:
        findings += await _database(load_database_url(), clock())
    except SettingsError:
        findings.append(Finding(False, "Database: not looked at.", "Mend the settings first."))
    if asks_discord and settings is not None:
        findings.append(await _token(settings))
    elif asks_discord:
        findings.append(Finding(False, "Discord: not asked.", "Mend the settings first."))
    return findings


def show(findings: list[Finding]) -> int:
    """Print them; 0 if all is well, else 1."""
    for finding in findings:
        print(line_of(finding))
    return 0 if all(finding.is_well for finding in findings) else 1


def _settings() -> tuple[list[Finding], Settings | None]:
    try:
        settings = load()
    except SettingsError as error:
        problems = f"Settings: {'; '.join(error.problems)}. I looked {error.looked}."
        return [Finding(False, problems, f"Set them in {error.env_file}; .env.example tells of each.")], None
    return [Finding(True, "Settings: complete.")], settings


async def _database(url: str, now: float) -> list[Finding]:
    try:
        found = await inspected(url, BACKUP)
    except DriverMissing:
        remedy = f"Install it, in the folder of Fair Draw: {INSTALL_DRIVER}."
        return [Finding(False, "Database: the driver for PostgreSQL is missing.", remedy)]
    except StoreError as error:
        return [Finding(False, f"Database: {error}", "Set DATABASE_URL as .env.example tells.")]
    if found.is_new:
        if not found.is_writable:
            return [Finding(False, "Database: none yet, and its folder cannot be written to.", ALLOW)]
        file = database_file(address(url))
        where = f": {file.resolve()}" if file is not None else ""
        return [Finding(True, f"Database: none yet; the first start makes it{where}.")]
    if found.hindrance is not None:
        return [Finding(False, f"Database: it cannot be read: {found.trouble}.", REMEDIES[found.hindrance])]
    assert found.examined is not None, "nothing was in the way"
    size = f", {size_said(found.examined.size)}" if found.examined.size is not None else ""
    held = "; a bot runs on it" if found.is_held else ""
    findings = [Finding(True, f"Database: {found.examined.kind}{size}{held}."), _revision(found)]
    if not found.is_writable:
        findings.append(Finding(False, "Database: it cannot be written to.", ALLOW))
    if found.open_to_others is not None:
        remedy = f"chmod 600 {shlex.quote(str(found.open_to_others))}*"
        findings.append(Finding(False, "Database: others on this machine can read the database.", remedy))
    findings.append(backup_found(backup_time(found.backup), now, remedy=MAKE_BACKUP))
    return findings


def _revision(found: Inspected) -> Finding:
    assert found.examined is not None, "asked only of what could be read"
    revision, wanted = found.examined.revision, found.examined.wanted
    if revision == wanted:
        return Finding(True, f"Shape of the database: revision {revision}, as this version wants it.")
    if revision > wanted:
        remedy = "Run that version, or restore a backup."
        return Finding(False, f"Shape of the database: revision {revision}, of a newer version.", remedy)
    remedy = (
        f"python -m bot migrate brings it to revision {wanted}, after a backup; so does the next start, without one."
    )
    return Finding(False, f"Shape of the database: revision {revision or 'none'}, of an older version.", remedy)


async def _token(settings: Settings) -> Finding:
    connector = None
    if settings.discord_url is not None:
        from bot.rehearsal.connect import guarded_connector, point_at  # not needed to ask Discord itself

        point_at(settings.discord_url)
        connector = guarded_connector()
    async with LeanBot(connector=connector) as bot:
        try:
            await bot.login(settings.discord_token.get_secret_value())
        except discord.LoginFailure:
            return Finding(False, "Discord does not take the token.", PORTAL)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            return Finding(False, f"Discord cannot be reached ({type(error).__name__}).", NETWORK)
        return Finding(True, f"Discord takes the token, as {bot.user}.")
