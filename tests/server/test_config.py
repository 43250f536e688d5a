"""Settings: one table, three places, and one line for what cannot be used."""

from pathlib import Path

import pytest

from qianma.server.config import SETTINGS, Config, ConfigError, load_config
from tests.command_line import call, refused

GOOD = {
    "host": ("127.0.0.1", "127.0.0.1"),
    "port": ("0", 0),
    "database": ("sqlite:////srv/q.sqlite", "sqlite:////srv/q.sqlite"),
    "public_url": ("https://Mahjong.example/", "https://mahjong.example"),
    "allowed_origins": (
        "https://a.example, http://b.example:81",
        ("https://a.example", "http://b.example:81"),
    ),
    "proxy_hops": ("2", 2),
    "log_format": ("json", "json"),
    "log_level": ("debug", "debug"),
    "log_addresses": ("true", True),
    "metrics": ("nobody", "nobody"),
    "body_bytes": ("2048", 2048),
    "record_bytes": ("2048", 2048),
    "requests_per_second": ("2.5", 2.5),
    "guests_per_hour": ("7", 7),
    "connections_per_address": ("9", 9),
    "rooms_per_person": ("2", 2),
    "idle_room_hours": ("3", 3),
    "idle_guest_days": ("8", 8),
    "shutdown_seconds": ("4", 4),
    "qr": ("false", False),
}
BAD = {
    "host": ["", " ", "a\nb"],
    "port": ["", "-1", "65536", "80.0", "8०", "http"],
    "public_url": ["mahjong.example", "ftp://a.example", "https://a.example/game", "https://a:b"],
    "allowed_origins": ["*", "https://a.example,b", "https://u@a.example"],
    "proxy_hops": ["-1", "11", "all"],
    "log_format": ["xml"],
    "log_level": ["INFO", "loud"],
    "log_addresses": ["yes", "1", ""],
    "metrics": ["me"],
    "body_bytes": ["0", "16777217"],
    "record_bytes": ["0", "16777217"],
    "requests_per_second": ["0", "nan", "inf", "many"],
    "shutdown_seconds": ["0", "1.5"],
}


def value(config: Config, name: str) -> object:
    return getattr(config, name)


def test_every_setting_is_tried_here() -> None:
    assert set(GOOD) == {setting.name for setting in SETTINGS}


@pytest.mark.parametrize("name", GOOD)
def test_a_setting_may_stand_in_three_places(name: str, tmp_path: Path) -> None:
    text, expected = GOOD[name]
    file = tmp_path / "server.toml"
    file.write_text(f'{name} = "{text}"\n', encoding="utf-8")
    assert value(load_config({name: text}, {}), name) == expected
    assert value(load_config({}, {"QIANMA_" + name.upper(): text}), name) == expected
    assert value(load_config({}, {}, file), name) == expected
    assert value(load_config({}, {"QIANMA_CONFIG": str(file)}), name) == expected
    assert value(load_config({}, {}), name) != expected


def test_a_flag_counts_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("port = 1\nproxy_hops = 1\nbody_bytes = 1111\n", encoding="utf-8")
    environment = {"QIANMA_PORT": "2", "QIANMA_PROXY_HOPS": "2"}
    config = load_config({"port": "3"}, environment, file)
    assert (config.port, config.proxy_hops, config.body_bytes) == (3, 2, 1111)


def test_values_of_toml_need_no_quotes(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(
        'port = 9\nqr = false\nrequests_per_second = 0.5\nallowed_origins = ["https://a.example"]',
        encoding="utf-8",
    )
    config = load_config({}, {}, file)
    assert (config.port, config.qr, config.requests_per_second) == (9, False, 0.5)
    assert config.allowed_origins == ("https://a.example",)


@pytest.mark.parametrize(("name", "text"), [(name, text) for name in BAD for text in BAD[name]])
def test_a_bad_value_is_refused_with_its_place(name: str, text: str) -> None:
    with pytest.raises(ConfigError, match=f"^environment QIANMA_{name.upper()}: .* not allowed, "):
        load_config({}, {"QIANMA_" + name.upper(): text})
    with pytest.raises(ConfigError, match=f"^argument --{name.replace('_', '-')}: "):
        load_config({name: text}, {})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("prot = 1", "server.toml: prot is no setting, only host, port, "),
        ("port = [1]", "server.toml: port: a text, a number or true or false is needed"),
        (
            "port = -1",
            "server.toml: port: '-1' is not allowed, only a whole number from 0 to 65535",
        ),
        ("port = ", "server.toml: not TOML: "),
        ("[server]\nport = 1", "server.toml: server is no setting"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(text: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(text, encoding="utf-8")
    assert reason in refused(call("serve", "--config", file), "serve")


def test_a_file_that_is_not_there() -> None:
    assert refused(call("serve", "--config", "no.toml"), "serve") == (
        "no.toml: there is no such file"
    )


def test_by_default_the_database_is_a_file_among_the_users_data() -> None:
    assert load_config({}, {"XDG_DATA_HOME": "/data"}).database == (
        "sqlite:////data/qianma/server.sqlite"
    )
    home = f"sqlite:///{Path.home()}/.local/share/qianma/server.sqlite"
    assert load_config({}, {}).database == home
    assert load_config({}, {"XDG_DATA_HOME": "relative"}).database == home


def test_help_shows_every_setting_with_its_default() -> None:
    shown = " ".join(call("serve", "--help").out.split())
    for setting in SETTINGS:
        assert f"{setting.flag} {setting.metavar} {setting.meaning}" in shown
        if setting.default:
            assert f"(default: {setting.default})" in shown


def test_the_documentation_has_every_setting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    for setting in SETTINGS:
        default = f"`{setting.default}`" if setting.default else ""
        assert f"| `{setting.name}` | {default} | {setting.meaning} |" in page
