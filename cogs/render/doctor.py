"""What is well and what is not, in words, each with what suffers and the remedy: for moderators and for the host."""

from collections.abc import Sequence
from typing import NamedTuple

from cogs.permissions import Lack
from cogs.render import theme
from cogs.screen import Screen
from rules.core.counting import counted
from rules.examining import Health

SLOW = 10.0  # seconds by which the bot's clock may be behind an interaction: so long it may take to arrive
FAST = 2.0  # seconds by which it may be ahead
STALE_BACKUP = 8 * 24 * 3600.0  # seconds: a week and a day
KB = 1024
MAKE_BACKUP = "Whoever runs me makes one: python -m bot backup, while I run."


class Finding(NamedTuple):
    """One thing looked at: whether it is well, what was found, and where it is not, what to do."""

    is_well: bool
    what: str
    remedy: str = ""


def permissions_found(lacks: Sequence[Lack]) -> tuple[Finding, ...]:
    """What the bot lacks in a channel; one good finding if that is nothing."""
    if not lacks:
        return (Finding(True, "Permissions: I have here all that I need."),)
    return tuple(Finding(False, f"{each.name} is missing. {each.suffers}", each.remedy) for each in lacks)


def thread_found(*, is_archived: bool, is_locked: bool, may_manage: bool) -> Finding:
    """How the thread is in which it was asked."""
    if is_locked and not may_manage:
        return Finding(
            False,
            "This thread is locked: nothing can be written here.",
            "Open it again, or give me Manage Threads.",
        )
    if is_archived:
        return Finding(True, "This thread is archived; it opens again with the next message.")
    return Finding(True, "This thread is open.")


def unreachable_found(users: Sequence[int]) -> Finding:
    """To whom of this channel's fight nothing can be written privately."""
    if not users:
        return Finding(True, "Direct messages: nobody in this fight has turned out to be out of reach.")
    names = ", ".join(f"<@{user}>" for user in users)
    return Finding(
        False,
        f"I cannot write privately to {names}.",
        "They allow direct messages in this server's privacy settings; /me hand shows them here what is theirs.",
    )


def clock_found(now: float, discords: float) -> Finding:
    """Whether the bot's clock (`now`) goes with Discord's: both in seconds since the epoch, of the same moment."""
    ahead = now - discords
    if -FAST <= ahead <= SLOW:
        return Finding(True, "Clock: mine goes with Discord's.")
    much = f"{abs(round(ahead))} seconds {'ahead of' if ahead > 0 else 'behind'} Discord's"
    return Finding(
        False,
        f"Clock: mine is {much}: times and deadlines are wrong by that.",
        "Whoever runs me sets the clock of that machine (NTP).",
    )


def records_found(health: Health) -> tuple[Finding, ...]:
    """How the database and its backups are."""
    examined = health.examined
    if examined is None:
        return (
            Finding(
                False,
                "Records: the database does not answer.",
                "Whoever runs me looks whether it is there: python -m bot doctor.",
            ),
        )
    size = f", {size_said(examined.size)}" if examined.size is not None else ""
    shape = f", revision {examined.revision}" if examined.revision else ""
    found = [
        Finding(True, f"Records: {examined.kind}{size}{shape}.")
        if examined.revision == examined.wanted
        else Finding(
            False,
            f"Records: {examined.kind} is at revision {examined.revision or 'none'}, and I want {examined.wanted}.",
            "Whoever runs me starts this version once, or runs python -m bot migrate.",
        )
    ]
    if not health.is_writable:
        found.append(
            Finding(
                False,
                "Records: nothing can be written, so nothing can be ruled.",
                "Whoever runs me looks at the disk: is it full, may it be written to?",
            )
        )
    if examined.kind != "memory":
        found.append(backup_found(health.backed_up, health.now))
    return tuple(found)


def backup_found(at: float | None, now: float, *, remedy: str = MAKE_BACKUP) -> Finding:
    """How old the last backup is. The remedy is worded for moderators; the host is told another one."""
    if at is None:
        return Finding(False, "Backup: never, as far as I know.", remedy)
    if now - at > STALE_BACKUP:
        return Finding(False, f"Backup: {age_said(now - at)} old.", remedy)
    return Finding(True, f"Backup: {age_said(now - at)} old.")


def age_said(seconds: float) -> str:
    """A length of time in one unit."""
    for unit, length in (("day", 24 * 3600), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            return counted(int(seconds // length), unit)
    return "less than a minute"


def size_said(size: int) -> str:
    """A number of bytes in one unit."""
    for unit, least in (("GB", KB**3), ("MB", KB**2), ("kB", KB)):
        if size >= least:
            return f"{size / least:.1f} {unit}"
    return f"{size} bytes"


def line_of(finding: Finding) -> str:
    """A finding in a line."""
    remedy = f" Remedy: {finding.remedy}" if finding.remedy else ""
    return f"{'✓' if finding.is_well else '✗'} {finding.what}{remedy}"


def doctor(findings: Sequence[Finding]) -> Screen:
    """All of them, what is not well first."""
    ordered = sorted(findings, key=lambda finding: finding.is_well)
    ill = sum(not finding.is_well for finding in findings)
    head = "**All is well here.**" if not ill else f"**{ill} of {len(findings)} things are not well here.**"
    return Screen(text="\n".join((head, theme.fit(map(line_of, ordered), theme.CONTENT - 80))))
