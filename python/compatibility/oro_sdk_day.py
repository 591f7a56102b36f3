"""Calls every operation of the installed public package `oro-sdk` in an arena, and every command of its program `oro`.

Standard input is one JSON document: the address of an arena that has an active suite with title vectors, a bank and
the providers `openrouter`, `chutes` and `own` (presented as chutes), and the seeds of an operator, two contestants and
a validator that are registered there. The wallet in the home folder is the second contestant's. Standard output has
one JSON line for each call, with the response as the package parsed it, then one line for each operation with its
result:

    works        every response was parsed into a model of the package, and at least one was a success
    refuses      every response was an error, parsed into the package's error model for it
    not offered  the operation belongs to a part of the platform that the arena does not have
    untyped      the arena responded, but the package has no model for the response
    raises       the package failed on the response
    not called   this script does not support the operation

The operations differ between releases. Arguments are therefore plain values; the package's own signatures determine
which of them an operation takes, and of which type.
"""

import contextlib
import datetime
import enum
import gzip
import importlib
import importlib.metadata
import inspect
import io
import json
import pathlib
import pkgutil
import re
import sys
import tempfile
import time
import types
import typing
from uuid import UUID

import httpx
import oro_sdk.api
import oro_sdk.cli
from bittensor_wallet import Keypair
from oro_sdk import BittensorAuthClient, Client
from oro_sdk.types import File

AGENT = b"def agent_main(problem_data):\n    return []\n"
WORDS_APART = b"def agent_main(problem):\n    steps = [problem]\n    return steps[:0]\n"

# Parts of later platforms: environments generated as packs, submitted episodes, and a demo page.
NOT_OFFERED = {
    "get_pack",
    "get_race_pack",
    "presign_episode_artifact",
    "submit_episode_results",
    "api_problems",
    "api_run",
}

results = {}


def operations():
    """Every operation of the package, as group and name."""
    for group in pkgutil.iter_modules(oro_sdk.api.__path__):
        package = importlib.import_module(f"oro_sdk.api.{group.name}")
        for module in pkgutil.iter_modules(package.__path__):
            yield group.name, module.name


KNOWN = set(operations())


def typed(hint, value):
    """Converts a plain value to the type that the package expects."""
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) or typing.get_origin(hint) else (hint,)
    for option in options:
        if not inspect.isclass(option):
            continue
        if isinstance(value, dict) and hasattr(option, "from_dict"):
            return option.from_dict(value)
        if isinstance(value, str):
            if issubclass(option, enum.Enum):
                return option(value)
            if option is UUID:
                return UUID(value)
            if option is datetime.datetime:
                return datetime.datetime.fromisoformat(value)
    return value


def has_no_model(hints, status):
    """Whether the package declares no model for the response, so that only the status counts."""
    return status < 300 and typing.get_args(hints["return"]) == (typing.Any,)


def note(group, name, result, status, detail):
    before = results.get((group, name), result)
    # Keeps a failure; otherwise one success is enough.
    results[group, name] = min(before, result, key=("raises", "untyped", "works", "refuses").index)
    line = {"step": name, "group": group, "result": result, "status": status, "detail": detail}
    print(json.dumps(line), flush=True)


def call(group, name, client, **arguments):
    """Calls one operation. Returns the parsed response, or None if the package lacks the operation or there is none."""
    if (group, name) not in KNOWN:
        return None
    module = importlib.import_module(f"oro_sdk.api.{group}.{name}")
    hints = typing.get_type_hints(module.sync_detailed)
    given = {key: typed(hints[key], value) for key, value in arguments.items() if key in hints}
    try:
        answer = module.sync_detailed(client=client, **given)
    except Exception as error:  # Any exception of the package is a finding.
        note(group, name, "raises", 0, f"{type(error).__name__}: {error}"[:300])
        return None
    status = int(answer.status_code)
    if answer.parsed is None and status != 204 and not has_no_model(hints, status):
        note(group, name, "untyped", status, answer.content[:300].decode(errors="replace"))
        return None
    note(group, name, "works" if status < 400 else "refuses", status, type(answer.parsed).__name__)
    return answer.parsed


def command(url, words, expected):
    """Runs a command of `oro` in this process, if the release has it, and returns its output."""
    name = "_".join(word.replace("-", "_") for word in words[: 2 if words[0] == "inference" else 1])
    if not hasattr(oro_sdk.cli, f"_{name}"):
        return ""
    KNOWN.add(("cli", name))
    printed, complained = io.StringIO(), io.StringIO()
    sys.argv = ["oro", *words, "--base-url", url]
    status = 0
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complained):
            oro_sdk.cli.main()
    except SystemExit as ending:
        status = ending.code
    except Exception as error:  # Any exception of the package is a finding.
        status = f"{type(error).__name__}: {error}"[:300]
    text = printed.getvalue()
    works = status in (0, None) and expected in text
    note("cli", name, "works" if works else "raises", 0 if works else 1, f"{status} {text} {complained.getvalue()}"[-300:])
    return text


def need(answer, what):
    if answer is None:
        raise SystemExit(f"{what}: no answer to go on with")
    return answer


def signed_client(url, seed):
    wallet = types.SimpleNamespace(hotkey=Keypair.create_from_seed(seed))
    return BittensorAuthClient(base_url=url, wallet=wallet)


def submit(client, name, source):
    file = File(payload=io.BytesIO(source), file_name="agent.py", mime_type="text/x-python")
    body = importlib.import_module("oro_sdk.models").BodySubmitAgent(agent_name=name, file=file)
    return need(call("miner", "submit_agent", client, body=body), "submit_agent")


def submit_by_command(url):
    """Connects a provider and submits as a contestant does at a terminal. Returns the id of the version."""
    command(url, ["inference", "connect", "openrouter", "--api-key", "sk-4"], "Connected openrouter.")
    command(url, ["inference", "set-default", "openrouter"], "Default provider set to openrouter.")
    command(url, ["inference", "status"], "openrouter     yes        yes")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "agent.py")
        file.write_bytes(WORDS_APART)
        text = command(url, ["submit", "--agent-name", "Bob 1", "--agent-file", str(file)], "ACCEPTED")
    found = re.search(r"Version: +([0-9a-f-]{36})", text)
    return found and found.group(1)


def components(total, solved):
    return {
        "ground_truth_rate": solved / total,
        "success_rate": solved / total,
        "format_score": 1.0,
        "field_matching": 1.0,
        "total_problems": total,
        "successful_problems": solved,
        "scored_problems": total,
        "reasoning_quality": 0.9,
        "reasoning_coefficient": 1.0,
        "judge_inference_failed": 0,
        "judge_inference_total": total,
    }


def evaluate(client, solved, providers=None):
    """Runs one evaluation from claim to completion. Returns its id, or None if there is no work.

    With a set of providers it is a qualifying run: the claim's provider name is added to the set.
    """
    work = call("validator", "claim_work", client, body={"cpu_pct": 12.5})
    if work is None:
        return None
    run = str(work.eval_run_id)
    assert httpx.get(work.code_download_url).content in (AGENT, WORDS_APART)
    call("validator", "heartbeat", client, eval_run_id=run, body={"cpu_pct": 20.0})
    answer = need(call("validator", "get_run_problems", client, eval_run_id=run), "get_run_problems")
    problems = [(str(each.problem_id), each.metadata.additional_properties) for each in answer.problems]
    assert all("reward" in metadata for _, metadata in problems)
    if providers is not None:
        # Early releases have a field for a Chutes token only, without a provider's name.
        providers.add(str(work.inference_token.provider) if hasattr(work, "inference_token") else "chutes")
        assert all(metadata["reward_title_embeddings"] for _, metadata in problems)
    log = gzip.compress(b"[]")
    wanted = {"content_length": len(log), "eval_run_id": run, "problem_id": problems[0][0], "content_type": "application/gzip"}
    upload = need(call("validator", "presign_upload", client, body=wanted), "presign_upload")
    httpx.put(upload.upload_url, content=log, headers={"Content-Type": "application/gzip"}).raise_for_status()
    updates = [
        {
            "problem_id": problem_id,
            "status": "SUCCESS" if index < solved else "FAILED",
            "score": 1.0 if index < solved else 0.0,
            "reasoning_score": 0.9,
            "execution_time": 1.5,
            "logs_s3_key": upload.results_s3_key if index == 0 else None,
        }
        for index, (problem_id, _) in enumerate(problems)
    ]
    accepted = call("validator", "update_progress", client, eval_run_id=run, body={"problems": updates})
    assert accepted is None or accepted.accepted
    done = {
        "terminal_status": "SUCCESS",
        "validator_score": round(solved / len(problems), 4),
        "score_components": components(len(problems), solved),
        "results_s3_key": upload.results_s3_key,
    }
    need(call("validator", "complete_run", client, eval_run_id=run, body=done), "complete_run")
    # The second completion is rejected, in the package's own error model.
    call("validator", "complete_run", client, eval_run_id=run, body=done)
    return run


def until(what, ask):
    """Polls until the arena gives a result. The limit on tries only ends a hanging test."""
    for _ in range(3000):
        found = ask()
        if found:
            return found
        time.sleep(0.1)
    raise SystemExit(f"waited in vain for {what}")


class Arena:
    """The plain API, for operations that a release of the package lacks."""

    def __init__(self, url, operator):
        self.url = url
        self.operator = operator.get_httpx_client()

    def get(self, path):
        return httpx.get(f"{self.url}/v1/public{path}").raise_for_status().json()

    def act(self, path):
        self.operator.post(f"/v1/admin{path}").raise_for_status()


def sign_in(anyone, keys):
    challenge = call("auth", "request_challenge", anyone, body={"hotkey": keys.ss58_address})
    text = need(challenge, "request_challenge").challenge
    body = {"hotkey": keys.ss58_address, "challenge": text, "signature": keys.sign(text.encode()).hex()}
    return need(call("auth", "create_session_endpoint", anyone, body=body), "create_session_endpoint").session_token


def session_client(url, token):
    return Client(base_url=url, headers={"Authorization": f"Bearer {token}"})


def connect_providers(client):
    call("miner", "store_inference_credential", client, provider="openrouter", body={"credential": "sk-1"})
    call("miner", "store_chutes_token", client, body={"refresh_token": "sk-2"})
    login = {"code": "a", "code_verifier": "b", "redirect_uri": "http://127.0.0.1/"}
    call("miner", "exchange_chutes_code", client, body=login)
    call("miner", "get_chutes_auth_status", client)
    call("miner", "get_inference_auth_status_one", client, provider="openrouter")
    call("miner", "set_default_inference_provider", client, body={"provider": "openrouter"})
    call("miner", "list_inference_auth", client)
    call("miner", "delete_inference_credential", client, provider="chutes")


def look_around(anyone, owner, race, version, run, problem, episode):
    """Reads everything public. Code and logs are not released yet; the package has a model for that."""
    call("public", "health_check", anyone)
    call("public", "deep_health_check", anyone)
    call("public", "join_waitlist", anyone, body={"email": "somebody@example.org"})
    for name in (
        "list_suites",
        "get_current_suite",
        "get_leaderboard",
        "get_top_agent",
        "get_top_history",
        "get_top_miner_payout",
        "get_inference_models",
        "get_validators",
        "get_pending_evaluations",
        "get_running_evaluations",
        "get_trajectory_history",
        "get_race_history",
        "get_current_race",
    ):
        call("public", name, anyone)
    call("public", "get_suite_problems", anyone, suite_id=1)
    call("public", "get_leaderboard", anyone, score_type="race")
    for name in ("get_race_detail", "get_race_validator_variance", "get_race_seed_commitment"):
        call("public", name, anyone, race_id=race)
    for name in ("get_agent_version", "get_agent_version_status", "get_agent_version_runs", "get_agent_version_problems"):
        call("public", name, anyone, agent_version_id=version)
    call("public", "get_evaluation_run", anyone, eval_run_id=run)
    # The owner reads the steps; others read only the outcome, and get nothing for an id without an attempt.
    for client, state in ((owner, "available"), (anyone, "diagnostics_unavailable")):
        feedback = call("public", "get_episode_feedback", client, episode_result_id=episode)
        assert feedback is None or feedback.diagnostics_state == state, feedback
    call("public", "get_episode_feedback", anyone, episode_result_id=str(UUID(int=0)))
    for kind in ("AGENT_CODE", "EVAL_LOGS_BUNDLE", "EVAL_PROBLEM_LOGS"):
        body = {"artifact_type": kind, "agent_version_id": version, "eval_run_id": run, "problem_id": problem}
        call("public", "get_artifact_download_url", anyone, body=body)
        call("public", "get_artifact_download_url", owner, body=body)


def read_released(anyone, arena, race):
    """Reads the winner, whose code the arena releases at once on request."""
    winner = arena.get(f"/races/{race}")["race"]["winner_agent_version_id"]
    print(json.dumps({"ask": "release code"}), flush=True)
    until("released code", lambda: arena.get(f"/agent-versions/{winner}/status")["release_state"] == "RELEASED")
    call("public", "get_agent_version", anyone, agent_version_id=winner)
    call("public", "get_artifact_download_url", anyone, body={"artifact_type": "AGENT_CODE", "agent_version_id": winner})


def operate(client, race, version, run, people):
    """Reads and does what an operator can, in an order in which every call is possible."""
    for name in (
        "list_agent_versions",
        "list_evaluation_runs",
        "list_miners",
        "list_validators",
        "get_audit_events",
        "get_current_races",
        "get_reaper_stats",
        "get_validator_pause",
        "get_submission_pause",
        "get_validator_scores",
        "get_agent_version_variance",
    ):
        call("admin", name, client)
    call("admin", "get_race_diagnostics", client, race_id=race)
    call("admin", "get_agent_version_code", client, agent_version_id=version)
    call("admin", "get_validator_failures", client, validator_hotkey=people["validator"])
    span = {"start": "2020-01-01T00:00:00+00:00", "end": "2099-01-01T00:00:00+00:00"}
    call("admin", "get_validator_resource_samples", client, **span)
    why = {"reason": "compatibility"}
    for word in ("validator", "submission"):
        call("admin", f"post_{word}_pause", client, body=why)
        call("admin", f"post_{word}_resume", client, body=why)
    for role, who in (("miner", people["alice"]), ("validator", people["validator"])):
        address = {f"{role}_hotkey": who, "hotkey": who}
        call("admin", f"ban_{role}", client, body=why, **address)
        call("admin", f"unban_{role}", client, body=why, **address)
    call("admin", "clear_miner_cooldown", client, hotkey=people["alice"], miner_hotkey=people["alice"])
    call("admin", "clear_all_miner_cooldowns", client)
    call("admin", "update_validator", client, validator_hotkey=people["validator"], body={"max_concurrent_runs": 2})
    for name in ("discard", "reinstate", "eliminate"):
        call("admin", f"{name}_agent_version", client, agent_version_id=version, body=why)
    call("admin", "reinstate_elimination", client, agent_version_id=version, body=why)
    call("admin", "set_top_agent", client, agent_version_id=version, body={"force": True})
    call("admin", "invalidate_evaluation_run", client, eval_run_id=run, body=why)
    call("admin", "invalidate_evaluation_run", client, eval_run_id=run, body=why)
    call("admin", "reevaluate_agent_version", client, agent_version_id=version, body=why)
    call("admin", "cancel_agent_version", client, agent_version_id=version, body=why)
    call("admin", "create_suite", client, body={"problem_suite_uri": "bank:second"})
    call("admin", "activate_suite", client, suite_id=2)


def open_window(arena):
    race = arena.get("/races/current")["race"]
    return race if race is not None and race["status"] == "QUALIFYING_OPEN" else None


def main():
    given = json.load(sys.stdin)
    url = given["url"]
    anyone = Client(base_url=url)
    signed = {name: signed_client(url, seed) for name, seed in given["seeds"].items()}
    keys = {name: Keypair.create_from_seed(seed) for name, seed in given["seeds"].items()}
    people = {name: key.ss58_address for name, key in keys.items()}
    arena = Arena(url, signed["operator"])
    worker = signed["validator"]

    call("auth", "logout", session_client(url, sign_in(anyone, keys["alice"])))
    # The package does not sign requests to /v1/public/, so an owner uses a session there.
    owner = session_client(url, sign_in(anyone, keys["bob"]))

    assert call("validator", "claim_work", worker, body=None) is None
    connect_providers(signed["alice"])
    first = submit(signed["alice"], "Alice 1", AGENT)
    refused = submit(signed["alice"], "Alice 1", AGENT)
    assert refused.error_code == "COOLDOWN_ACTIVE", refused
    version = submit_by_command(url) or str(submit(signed["bob"], "Bob 1", WORDS_APART).agent_version_id)
    # The payer is fixed when a validator claims the run, so Bob can change it after submitting.
    call("miner", "store_inference_credential", signed["bob"], provider="own", body={"credential": "sk-3"})
    call("miner", "set_default_inference_provider", signed["bob"], body={"provider": "own"})
    command(url, ["inference", "disconnect", "openrouter"], "Disconnected openrouter.")
    call("public", "get_pending_evaluations", anyone)
    providers = set()
    assert evaluate(worker, 3, providers)
    run = evaluate(worker, 4, providers)
    assert run
    assert "chutes" in providers and providers <= {"openrouter", "chutes"}, providers
    for name, arguments in (
        ("list_miner_agents", {}),
        ("list_agent_versions", {"agent_id": str(first.agent_id)}),
        ("get_owned_agent_version_status", {"agent_version_id": str(first.agent_version_id)}),
    ):
        call("miner", name, signed["alice"], **arguments)
    pin = {"agent_version_id": version}
    call("miner", "set_race_selection", signed["bob"], body=pin)
    call("miner", "clear_race_selection", signed["bob"])
    command(url, ["pin", "--agent-version-id", version], f"Locked {version} into the next race.")
    command(url, ["unpin"], "Lock cleared.")

    window = until("an open window", lambda: open_window(arena))
    later = {"qualifying_closes_at": "2099-01-01T00:00:00+00:00", "reason": "compatibility"}
    call("admin", "update_qualifying_deadline", signed["operator"], race_id=window["race_id"], body=later)
    if call("admin", "close_qualifying", signed["operator"]) is None:
        arena.act("/races/close-qualifying")
    race = window["race_id"]
    until("the race", lambda: arena.get(f"/races/{race}")["race"]["status"] == "RACE_RUNNING")
    call("public", "get_current_race", anyone)
    call("public", "get_running_evaluations", anyone)
    until("a race run", lambda: evaluate(worker, 2))
    until("a race run", lambda: evaluate(worker, 3))
    # A race is complete shortly before its winner is promoted.
    until("the winner", lambda: arena.get(f"/races/{race}")["race"]["winner_agent_version_id"])

    call("validator", "get_weight_salt", worker)
    problems = arena.get(f"/agent-versions/{version}/problems?phase=QUALIFYING")["problems"]
    problem = problems[0]["problem_id"]
    episode = problems[0]["validator_results"][0]["episode_result_id"]
    look_around(anyone, owner, race, version, run, problem, episode)
    read_released(anyone, arena, race)
    operate(signed["operator"], race, version, run, people)

    print(json.dumps({"version": importlib.metadata.version("oro-sdk")}), flush=True)
    for group, name in sorted(KNOWN):
        result = "not offered" if name in NOT_OFFERED else results.get((group, name), "not called")
        print(json.dumps({"operation": f"{group}.{name}", "result": result}), flush=True)


main()
