"""What whoever hosts the bot may set: environment variables, or the same names in a file `.env`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

ENV_FILE = Path(".env")
LOOPBACK = "127.0.0.1"
PLACEHOLDER = "paste-the-token-here"  # stands in .env.example


class _Database(BaseSettings):
    """Where the database is."""

    model_config = SettingsConfigDict(env_file=ENV_FILE, extra="ignore", hide_input_in_errors=True)

    database_url: str = "sqlite+aiosqlite:///fairdraw.sqlite3"

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, url: str) -> str:
        if not url.startswith(("sqlite://", "sqlite+aiosqlite://", "postgresql://", "postgresql+asyncpg://")):
            raise ValueError("must begin with sqlite:/// or postgresql://")
        return url


class Settings(_Database):
    """All settings, checked together; see `.env.example`."""

    discord_token: SecretStr
    log_level: str = "INFO"
    discord_url: str | None = None  # a rehearsal on this machine, never anything else
    fairdraw_seed: int | None = None  # rehearsals and tests: the same draws every time
    fairdraw_board_every: float = 1.5  # seconds between two edits of one board; tests may have them at once
    fairdraw_clock: Path | None = None  # rehearsals and tests: a clock that is put on by hand, kept in this file

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, token: SecretStr) -> SecretStr:
        if token.get_secret_value() in ("", PLACEHOLDER):
            raise ValueError("must be the bot's token, from the developer portal")
        if any(letter.isspace() for letter in token.get_secret_value()):
            raise ValueError("must be one word without spaces, as the developer portal shows it")
        return token

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, level: str) -> str:
        if level.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
            raise ValueError("must be DEBUG, INFO, WARNING or ERROR")
        return level.upper()

    @field_validator("fairdraw_clock")
    @classmethod
    def _simulated_in_rehearsals_only(cls, clock: Path | None, checked: ValidationInfo) -> Path | None:
        if clock is not None and checked.data.get("discord_url") is None:
            raise ValueError("only serves a rehearsal: leave it out to use Discord")
        return clock

    @field_validator("discord_url")
    @classmethod
    def _loopback_only(cls, url: str | None) -> str | None:
        if url is not None:
            from bot.rehearsal.connect import NotLoopbackError, require_loopback  # not needed to serve Discord itself

            try:
                require_loopback(url)
            except NotLoopbackError:
                raise ValueError(
                    f"may only point at a rehearsal, as http://{LOOPBACK}:<port>; leave it out to use Discord"
                ) from None
        return url


def _words(kind: str, message: str) -> str:
    return "is missing" if kind == "missing" else message.removeprefix("Value error, ")


class SettingsError(Exception):
    """Settings are missing or malformed; the message lists all `problems`, without values, and where was looked."""

    def __init__(self, problems: tuple[str, ...], env_file: Path) -> None:
        self.problems, self.env_file = problems, env_file.resolve()
        lines = "".join(f"\n  {each}" for each in problems)
        super().__init__(
            f"These settings are missing or wrong:{lines}\n"
            f"I looked {self.looked}. See .env.example, which tells of each."
        )

    @property
    def looked(self) -> str:
        """Where settings were looked for."""
        there = "" if self.env_file.is_file() else ", which is not there"
        return f"in the environment and in {self.env_file}{there}"


def load(env_file: Path = ENV_FILE, *, needs_token: bool = True) -> Settings:
    """The settings; whoever only looks after the database needs no token. Raises: SettingsError."""
    with _in_plain_words(env_file):
        if not needs_token:
            return Settings(_env_file=env_file, discord_token=SecretStr("not-needed"))  # type: ignore[call-arg]  # its own
        return Settings(_env_file=env_file)  # type: ignore[call-arg]  # values come from the environment


def load_database_url(env_file: Path = ENV_FILE) -> str:
    """Where the database is, whatever is wrong with other settings. Raises: SettingsError."""
    with _in_plain_words(env_file):
        return _Database(_env_file=env_file).database_url  # type: ignore[call-arg]  # its own


@contextmanager
def _in_plain_words(env_file: Path) -> Iterator[None]:
    """Whatever is wrong with settings that are read inside is told without their values. Raises: SettingsError."""
    try:
        yield
    except ValidationError as error:
        problems = tuple(
            f"{str(problem['loc'][0]).upper()}: {_words(problem['type'], problem['msg'])}"
            for problem in error.errors(include_input=False)
        )
        raise SettingsError(problems, env_file) from None
    except UnicodeDecodeError:
        raise SettingsError((f"{env_file}: is not a text file (UTF-8)",), env_file) from None
    except OSError as error:
        raise SettingsError((f"{env_file}: cannot be read ({error.strerror})",), env_file) from None
