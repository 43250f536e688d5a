"""One table of settings: flags before the environment, before the file, before the defaults."""

from dataclasses import fields
from pathlib import Path

import pytest

from qianma.server.config import SETTINGS, Config, ConfigError, load_config

OTHER = {
    "host": "127.0.0.1",
    "port": "9000",
    "database": "sqlite:////srv/other.sqlite",
    "public_url": "https://mahjong.example",
    "allowed_origins": "https://one.example,http://two.example:8080",
    "proxy_hops": "2",
    "log_format": "json",
    "log_level": "debug",
    "log_addresses": "true",
    "metrics": "nobody",
    "body_bytes": "2048",
    "requests_per_second": "2.5",
    "guests_per_hour": "7",
    "connections_per_address": "8",
    "rooms_per_person": "9",
    "idle_room_hours": "10",
    "shutdown_seconds": "11",
    "qr": "false",
}
"""A value of each setting that is not its default."""


def test_the_table_has_every_setting_and_this_test_too() -> None:
    assert list(OTHER) == [setting.name for setting in SETTINGS]
    assert list(OTHER) == [each.name for each in fields(Config)]


@pytest.mark.parametrize("name", OTHER)
def test_each_setting_comes_from_all_four_places(name: str, tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(f"{name} = '{OTHER[name]}'\n", encoding="utf-8")
    variable = f"QIANMA_{name.upper()}"
    default = load_config({}, {})
    of_flag = load_config({name: OTHER[name]}, {})
    assert getattr(of_flag, name) != getattr(default, name)
    assert of_flag == load_config({}, {variable: OTHER[name]})
    assert of_flag == load_config({}, {}, file)
    assert of_flag == load_config({}, {"QIANMA_CONFIG": str(file)})
    changed = [each.name for each in fields(Config) if _differ(each.name, of_flag, default)]
    assert changed == [name]


def _differ(name: str, one: Config, other: Config) -> bool:
    return bool(getattr(one, name) != getattr(other, name))


def test_flags_count_first_then_the_environment_then_the_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("port = 1\nproxy_hops = 1\nbody_bytes = 1024\n", encoding="utf-8")
    environment = {"QIANMA_PORT": "2", "QIANMA_PROXY_HOPS": "2"}
    config = load_config({"port": "3", "proxy_hops": None}, environment, file)
    assert (config.port, config.proxy_hops, config.body_bytes) == (3, 2, 1024)


def test_the_file_knows_numbers_truth_and_lists(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(
        "port = 9000\nqr = false\nrequests_per_second = 1.5\n"
        "allowed_origins = ['https://a.example', 'https://b.example/']\n",
        encoding="utf-8",
    )
    config = load_config({}, {}, file)
    assert (config.port, config.qr, config.requests_per_second) == (9000, False, 1.5)
    assert config.allowed_origins == ("https://a.example", "https://b.example")


def test_the_database_is_a_file_among_the_users_data_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = load_config({}, {"XDG_DATA_HOME": str(tmp_path)})
    assert own.database == f"sqlite:///{tmp_path}/qianma/server.sqlite"
    monkeypatch.setenv("HOME", str(tmp_path))
    for environment in ({}, {"XDG_DATA_HOME": "relative"}, {"XDG_DATA_HOME": ""}):
        database = load_config({}, environment).database
        assert database == f"sqlite:///{tmp_path}/.local/share/qianma/server.sqlite"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("host", " "),
        ("host", "a\nb"),
        ("port", "65536"),
        ("port", "-1"),
        ("port", "8765.0"),
        ("port", "٣"),
        ("public_url", "mahjong.example"),
        ("public_url", "https://mahjong.example/path"),
        ("public_url", "https://user@mahjong.example"),
        ("public_url", "https://mahjong.example:0"),
        ("public_url", "https://mahjong.example:port"),
        ("public_url", "ftp://mahjong.example"),
        ("allowed_origins", "https://one.example,two"),
        ("proxy_hops", "11"),
        ("log_format", "JSON"),
        ("log_level", "loud"),
        ("log_addresses", "yes"),
        ("metrics", "all"),
        ("body_bytes", "1023"),
        ("requests_per_second", "nan"),
        ("requests_per_second", "0"),
        ("guests_per_hour", "many"),
    ],
)
def test_a_bad_value_is_refused_with_its_place(name: str, value: str, tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    written = value.replace("\n", "\\n")
    file.write_text(f'{name} = "{written}"\n', encoding="utf-8")
    variable = f"QIANMA_{name.upper()}"
    flag = "--" + name.replace("_", "-")
    with pytest.raises(ConfigError, match=f"^argument {flag}: .* is not allowed, only "):
        load_config({name: value}, {})
    with pytest.raises(ConfigError, match=f"^environment {variable}: .* is not allowed, only "):
        load_config({}, {variable: value})
    with pytest.raises(ConfigError, match=f": {name}: .* is not allowed, only ") as caught:
        load_config({}, {}, file)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"prot = 1\n", "prot is no setting, only host, port, "),
        (b"port = 2020-01-01\n", "port: a text, a number or true or false is needed"),
        (b"allowed_origins = [1]\n", "allowed_origins: a text"),
        (b"[port]\n", "port: a text"),
        (b"port =\n", "not TOML"),
        (b"host = '\xff'\n", "not TOML"),
    ],
)
def test_a_file_that_cannot_be_used(content: bytes, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=reason) as caught:
        load_config({}, {}, file)
    assert str(caught.value).startswith(f"{file}: ")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(ConfigError, match="there is no such file"):
            load_config({}, {}, path)


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_bytes(b"#" * (2**20 + 1))
    with pytest.raises(ConfigError, match="larger than 1 MB"):
        load_config({}, {}, file)


def test_a_refused_database_does_not_show_its_password() -> None:
    with pytest.raises(ConfigError) as caught:
        load_config({"database": "postgresql://me:hunter2\n@host/name"}, {})
    assert "hunter2" not in str(caught.value)
    assert "argument --database" in str(caught.value)
