"""deploy/kubernetes: that its files fit each other, the server, the image and the chart of NATS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from pydantic import ValidationError

from longana_server.cluster.layout import definitions
from longana_server.http import respond
from longana_server.settings import Settings
from server.wire import set_to
from system.test_deploy import DEPLOY, variables
from system.test_deploy_image import environment, of, stages
from system.test_deploy_services import settings_of


FOLDER = DEPLOY / "kubernetes"

Manifest = dict[str, Any]


def manifests(name: str) -> list[Manifest]:
    return [*yaml.safe_load_all((FOLDER / name).read_text(encoding="utf-8"))]


def kustomization() -> Manifest:
    (found,) = manifests("kustomization.yaml")
    return found


def chart_values() -> Manifest:
    (found,) = manifests("nats.values.yaml")
    return found


def resources() -> list[Manifest]:
    return [each for name in kustomization()["resources"] for each in manifests(name)]


def the(kind: str, name: str = "longana") -> Manifest:
    (found,) = (
        each for each in resources() if (each["kind"], each["metadata"]["name"]) == (kind, name)
    )
    return found


def pod() -> Manifest:
    found: Manifest = the("Deployment")["spec"]["template"]
    return found


def container() -> Manifest:
    found: Manifest
    (found,) = pod()["spec"]["containers"]
    return found


def under(value: object, key: str) -> Iterator[Any]:
    """What stands under a key, however deep."""
    match value:
        case dict():
            for name, each in value.items():
                if name == key:
                    yield each
                yield from under(each, key)
        case list():
            for each in value:
                yield from under(each, key)


def told() -> dict[str, str]:
    """What a node finds in its environment, the Secret's part as its example has it."""
    (settings,) = kustomization()["configMapGenerator"]
    lines = (FOLDER / settings["envs"][0]).read_text(encoding="utf-8").splitlines()
    found = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    (secret,) = manifests("secret.example.yaml")
    for each in container()["env"]:
        reference = each.get("valueFrom", {}).get("secretKeyRef")
        if reference:
            assert reference["name"] == secret["metadata"]["name"]
            found[each["name"]] = secret["stringData"][reference["key"]]
        else:
            found[each["name"]] = re.sub(r"\$\((\w+)\)", lambda name: found[name[1]], each["value"])
    return found


# --- that nothing is missing


def test_every_file_is_applied_but_for_what_is_not_meant_to_be() -> None:
    there = {path.name for path in FOLDER.iterdir()}
    applied = {*kustomization()["resources"], "settings.env"}
    assert there - applied == {"kustomization.yaml", "secret.example.yaml", "nats.values.yaml"}
    assert applied <= there


def test_everything_is_in_the_namespace_of_whoever_applies_it() -> None:
    assert "namespace" not in kustomization()
    assert not any("namespace" in each["metadata"] for each in resources())


def test_what_selects_the_nodes_finds_them() -> None:
    labels = pod()["metadata"]["labels"].items()
    selectors = [
        the("Deployment")["spec"]["selector"]["matchLabels"],
        the("Service")["spec"]["selector"],
        the("PodDisruptionBudget")["spec"]["selector"]["matchLabels"],
        the("NetworkPolicy")["spec"]["podSelector"]["matchLabels"],
        *(each["labelSelector"]["matchLabels"] for each in spread()),
        *under(the("NetworkPolicy", "nats")["spec"]["ingress"][0]["from"][0], "matchLabels"),
    ]
    assert len(selectors) == 7
    assert all(selector and selector.items() <= labels for selector in selectors)


def spread() -> list[Manifest]:
    found: list[Manifest] = pod()["spec"]["topologySpreadConstraints"]
    return found


def test_ports_lead_from_the_outside_to_the_server() -> None:
    (port,) = container()["ports"]
    assert str(port["containerPort"]) == environment()["LONGANA_PORT"]
    (service,) = the("Service")["spec"]["ports"]
    assert service["targetPort"] == port["name"]
    (rule,) = the("Ingress")["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert path["backend"]["service"] == {"name": "longana", "port": {"name": service["name"]}}
    (way_in,) = the("NetworkPolicy")["spec"]["ingress"]
    assert way_in["ports"] == [{"port": port["name"]}]


def test_the_image_gets_its_name_and_is_what_the_dockerfile_makes() -> None:
    assert [each["name"] for each in kustomization()["images"]] == [container()["image"]]
    assert container()["args"] == ["serve"]
    (user,) = of(stages()[-1], "USER")
    secure = pod()["spec"]["securityContext"]
    assert (secure["runAsNonRoot"], str(secure["runAsUser"])) == (True, user)
    own = container()["securityContext"]
    assert own["readOnlyRootFilesystem"] is True
    assert own["allowPrivilegeEscalation"] is False
    assert own["capabilities"] == {"drop": ["ALL"]}
    (mount,) = container()["volumeMounts"]
    assert [mount["mountPath"]] == of(stages()[-1], "VOLUME")
    (volume,) = pod()["spec"]["volumes"]
    assert volume["name"] == mount["name"]


# --- what the nodes are told


def test_what_nodes_are_told_are_settings() -> None:
    given = told()
    secrets = {"NATS_PASSWORD"}
    settings = settings_of({name: each for name, each in given.items() if name not in secrets})
    assert settings.public_url is not None
    assert settings.create_key is not None
    host = urlsplit(settings.public_url).hostname
    (rule,) = the("Ingress")["spec"]["rules"]
    (tls,) = the("Ingress")["spec"]["tls"]
    assert (rule["host"], tls["hosts"]) == (host, [host])


def test_nodes_find_the_servers_of_the_chart() -> None:
    """Which names its Services `nats` and `nats-headless` where the release is called `nats`."""
    settings = settings_of({"LONGANA_LOG": told()["LONGANA_LOG"]})
    cluster, accounts = (chart_values()["config"][key] for key in ("cluster", "merge"))
    (user,) = accounts["accounts"]["LONGANA"]["users"]
    urls = [urlsplit(url) for url in settings.nats_urls]
    assert [url.hostname for url in urls] == [
        f"nats-{number}.nats-headless" for number in range(cluster["replicas"])
    ]
    assert {url.username for url in urls} == {user["user"]}
    assert int(told()["LONGANA_LOG_REPLICAS"]) == cluster["replicas"]


def test_no_service_can_be_taken_for_a_setting() -> None:
    """Kubernetes tells pods of each Service: of one called `longana`, as LONGANA_PORT."""
    with pytest.raises(ValidationError):
        settings_of({"LONGANA_PORT": "tcp://10.96.0.7:80"})
    assert pod()["spec"]["enableServiceLinks"] is False


def test_no_secret_is_in_what_is_applied() -> None:
    assert "Secret" not in {each["kind"] for each in resources()}
    (secret,) = manifests("secret.example.yaml")
    for file in FOLDER.iterdir():
        if file.name != "secret.example.yaml":
            text = file.read_text(encoding="utf-8")
            assert not any(value in text for value in secret["stringData"].values())
            assert variables(text) <= {*Settings.model_fields}


# --- living and dying


@pytest.mark.parametrize(
    ("probe", "trouble", "status"),
    [
        ("startupProbe", None, HTTPStatus.OK),
        ("readinessProbe", None, HTTPStatus.OK),
        ("readinessProbe", "NATS cannot be reached", HTTPStatus.SERVICE_UNAVAILABLE),
        ("livenessProbe", "NATS cannot be reached", HTTPStatus.OK),
    ],
)
def test_probes_ask_what_the_server_answers(
    probe: str, trouble: str | None, status: HTTPStatus
) -> None:
    asked = container()[probe]["httpGet"]
    (port,) = container()["ports"]
    assert asked["port"] == port["name"]
    host = f"10.244.1.7:{port['containerPort']}"  # as the kubelet calls it
    assert respond("GET", asked["path"], host, set_to(), None, trouble=trouble).status is status


def test_a_node_that_goes_has_time_to_say_goodbye() -> None:
    program, seconds = container()["lifecycle"]["preStop"]["exec"]["command"]
    assert program == "sleep"
    grace = pod()["spec"]["terminationGracePeriodSeconds"]
    assert grace >= int(seconds) + 5 + 5, "the server's five, and some"
    assert the("Deployment")["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0


def test_nodes_go_one_by_one_and_never_all() -> None:
    deployment = the("Deployment")
    budget, scaler = the("PodDisruptionBudget")["spec"], the("HorizontalPodAutoscaler")["spec"]
    assert budget["maxUnavailable"] == 1
    named = scaler["scaleTargetRef"]
    assert (named["apiVersion"], named["kind"], named["name"]) == (
        deployment["apiVersion"],
        deployment["kind"],
        deployment["metadata"]["name"],
    )
    assert "replicas" not in deployment["spec"], "or each change would set it back"
    assert 2 <= scaler["minReplicas"] < scaler["maxReplicas"]
    (metric,) = scaler["metrics"]
    assert metric["resource"]["name"] in container()["resources"]["requests"]


def test_the_ingress_waits_longer_than_the_pings() -> None:
    annotations = the("Ingress")["metadata"]["annotations"]
    waits = [int(value) for name, value in annotations.items() if name.endswith("-timeout")]
    assert len(waits) == 2
    assert min(waits) > 2 * Settings.model_fields["ping_interval"].default


# --- NATS


def test_the_chart_has_room_for_all_streams() -> None:
    """Its memory store is off unless it is asked for: nothing is kept there."""
    kinds = {config["storage"] for config in definitions("longana", 3, 1)}
    jetstream = chart_values()["config"]["jetstream"]
    assert jetstream["enabled"] is True
    assert all(jetstream[f"{kind}Store"]["enabled"] is True for kind in kinds)


def test_nats_is_told_its_passwords_by_the_secret() -> None:
    values = chart_values()
    (secret,) = manifests("secret.example.yaml")
    named = {password.strip("<> $") for password in under(values["config"], "password")}
    assert named == {"NATS_PASSWORD", "NATS_SYSTEM_PASSWORD"}
    for name in named:
        reference = values["container"]["env"][name]["valueFrom"]["secretKeyRef"]
        assert reference["name"] == secret["metadata"]["name"]
        assert reference["key"] in secret["stringData"]
    assert all(each[0].isalpha() for each in secret["stringData"].values()), "or it is a number"


def test_nobody_but_nodes_and_backups_may_come_to_nats() -> None:
    policy = the("NetworkPolicy", "nats")["spec"]
    assert policy["policyTypes"] == ["Ingress"]
    clients, servers = policy["ingress"]
    assert clients["ports"] == [{"port": 4222}]
    assert [*under(servers["from"], "matchLabels")] == [policy["podSelector"]["matchLabels"]]
    called = the("NetworkPolicy")["spec"]["egress"][0]
    assert [*under(called["to"], "matchLabels")] == [policy["podSelector"]["matchLabels"]]
    assert called["ports"] == clients["ports"]
