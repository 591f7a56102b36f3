"""A day in the arena, lived through the public Python package `oro-sdk`.

Standard input is one JSON document: the address of an arena that has an active suite and a bank, and the seeds of an
operator, two contestants and a validator that are registered there. Every step prints one JSON line with what the
package made of the answer; the package itself raises when a field that it needs is missing.
"""

import gzip
import importlib
import io
import json
import sys
import time
from types import SimpleNamespace

import httpx
from bittensor_wallet import Keypair
from oro_sdk import BittensorAuthClient, Client
from oro_sdk.models import (
    BodySubmitAgent,
    ChallengeRequest,
    CompleteRunRequest,
    CompleteRunRequestScoreComponentsType0,
    HeartbeatRequest,
    MinerRaceSelectionRequest,
    PresignUploadRequest,
    ProblemProgressUpdate,
    ProblemStatus,
    ProgressUpdateRequest,
    SessionRequest,
    TerminalStatus,
)
from oro_sdk.types import File

AGENT = b"def agent_main(problem_data):\n    return []\n"
WORDS_APART = b"def agent_main(problem):\n    steps = [problem]\n    return steps[:0]\n"


class Group:
    """The operations of one group, each of which is a module of the package."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, operation):
        return importlib.import_module(f"oro_sdk.api.{self._name}.{operation}")


admin, auth, miner, public, validator = map(Group, ("admin", "auth", "miner", "public", "validator"))


def call(name, function, **arguments):
    """Calls one operation and says what came back; an answer the package cannot place is a failure."""
    answer = function.sync_detailed(**arguments)
    if answer.parsed is None and answer.status_code not in (204,):
        raise SystemExit(f"{name}: {answer.status_code} {answer.content[:400]!r}")
    kind = type(answer.parsed).__name__
    print(json.dumps({"step": name, "status": int(answer.status_code), "kind": kind}), flush=True)
    return answer.parsed


def wallet(seed):
    return SimpleNamespace(hotkey=Keypair.create_from_seed(seed))


def submit(client, name, source):
    file = File(payload=io.BytesIO(source), file_name="agent.py", mime_type="text/x-python")
    return call("submit_agent", miner.submit_agent, client=client, body=BodySubmitAgent(agent_name=name, file=file))


def components(total, solved):
    made = CompleteRunRequestScoreComponentsType0()
    made.additional_properties = {
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
    return made


def evaluate(client, solved):
    """One run from claim to completion."""
    work = call("claim_work", validator.claim_work, client=client, body=HeartbeatRequest(cpu_pct=12.5))
    if work is None:
        return None
    run = work.eval_run_id
    assert httpx.get(work.code_download_url).content in (AGENT, WORDS_APART)
    call("heartbeat", validator.heartbeat, client=client, eval_run_id=run, body=HeartbeatRequest())
    problems = call("get_run_problems", validator.get_run_problems, client=client, eval_run_id=run).problems
    assert all("reward" in problem.metadata.additional_properties for problem in problems)
    log = gzip.compress(b"[]")
    first = problems[0].problem_id
    upload = call(
        "presign_upload",
        validator.presign_upload,
        client=client,
        body=PresignUploadRequest(
            content_length=len(log), eval_run_id=run, problem_id=first, content_type="application/gzip"
        ),
    )
    httpx.put(upload.upload_url, content=log, headers={"Content-Type": "application/gzip"}).raise_for_status()
    updates = [
        ProblemProgressUpdate(
            problem_id=problem.problem_id,
            status=ProblemStatus.SUCCESS if index < solved else ProblemStatus.FAILED,
            score=1.0 if index < solved else 0.0,
            reasoning_score=0.9,
            execution_time=1.5,
            logs_s3_key=upload.results_s3_key if index == 0 else None,
        )
        for index, problem in enumerate(problems)
    ]
    body = ProgressUpdateRequest(problems=updates)
    assert call("update_progress", validator.update_progress, client=client, eval_run_id=run, body=body).accepted
    body = CompleteRunRequest(
        terminal_status=TerminalStatus.SUCCESS,
        validator_score=round(solved / len(problems), 4),
        score_components=components(len(problems), solved),
        results_s3_key=upload.results_s3_key,
    )
    call("complete_run", validator.complete_run, client=client, eval_run_id=run, body=body)
    again = validator.complete_run.sync_detailed(client=client, eval_run_id=run, body=body)
    assert again.status_code == 409, again
    return work


def until(what, ask):
    for _ in range(200):
        found = ask()
        if found:
            return found
        time.sleep(0.1)
    raise SystemExit(f"waited in vain for {what}")


def main():
    given = json.load(sys.stdin)
    url = given["url"]
    anyone = Client(base_url=url)
    signed = {name: BittensorAuthClient(base_url=url, wallet=wallet(seed)) for name, seed in given["seeds"].items()}
    worker = signed["validator"]

    keys = wallet(given["seeds"]["alice"]).hotkey
    challenge = call("request_challenge", auth.request_challenge, client=anyone, body=ChallengeRequest(keys.ss58_address))
    signature = keys.sign(challenge.challenge.encode()).hex()
    body = SessionRequest(hotkey=keys.ss58_address, challenge=challenge.challenge, signature=signature)
    call("create_session_endpoint", auth.create_session_endpoint, client=anyone, body=body)

    assert call("claim_work", validator.claim_work, client=worker, body=None) is None
    first = submit(signed["alice"], "Alice 1", AGENT)
    refused = submit(signed["alice"], "Alice 1", AGENT)
    assert refused.error_code == "COOLDOWN_ACTIVE", refused
    second = submit(signed["bob"], "Bob 1", WORDS_APART)
    for name, function in (
        ("get_pending_evaluations", public.get_pending_evaluations),
        ("get_validators", public.get_validators),
    ):
        call(name, function, client=anyone)
    assert evaluate(worker, 3) and evaluate(worker, 4)
    call("list_miner_agents", miner.list_miner_agents, client=signed["alice"])
    call("list_agent_versions", miner.list_agent_versions, client=signed["alice"], agent_id=first.agent_id)
    call(
        "get_owned_agent_version_status",
        miner.get_owned_agent_version_status,
        client=signed["alice"],
        agent_version_id=first.agent_version_id,
    )
    call("list_inference_auth", miner.list_inference_auth, client=signed["alice"])
    pin = MinerRaceSelectionRequest(agent_version_id=second.agent_version_id)
    miner.set_race_selection.sync_detailed(client=signed["bob"], body=pin)
    miner.clear_race_selection.sync_detailed(client=signed["bob"])

    call("close_qualifying", admin.close_qualifying, client=signed["operator"])
    until("the race", lambda: public.get_current_race.sync(client=anyone).race.status == "RACE_RUNNING")
    call("get_current_race", public.get_current_race, client=anyone)
    call("get_running_evaluations", public.get_running_evaluations, client=anyone)
    until("a race run", lambda: evaluate(worker, 2))
    until("a race run", lambda: evaluate(worker, 3))

    def decided():
        """The last race once it has a winner: a race is complete a moment before its winner is promoted."""
        races = public.get_race_history.sync(client=anyone).races
        return next((race for race in races if race.winner_agent_version_id), None)

    race = until("the winner", decided)
    assert race.status == "RACE_COMPLETE", race
    call("get_race_history", public.get_race_history, client=anyone)
    call("get_race_detail", public.get_race_detail, client=anyone, race_id=race.race_id)
    call("get_race_validator_variance", public.get_race_validator_variance, client=anyone, race_id=race.race_id)

    version = second.agent_version_id
    for name, function, arguments in (
        ("health_check", public.health_check, {}),
        ("list_suites", public.list_suites, {}),
        ("get_current_suite", public.get_current_suite, {}),
        ("get_suite_problems", public.get_suite_problems, {"suite_id": 1}),
        ("get_leaderboard", public.get_leaderboard, {}),
        ("get_leaderboard", public.get_leaderboard, {"score_type": "race"}),
        ("get_top_agent", public.get_top_agent, {}),
        ("get_top_history", public.get_top_history, {}),
        ("get_top_miner_payout", public.get_top_miner_payout, {}),
        ("get_agent_version_status", public.get_agent_version_status, {"agent_version_id": version}),
        ("get_agent_version_runs", public.get_agent_version_runs, {"agent_version_id": version}),
        ("get_agent_version_problems", public.get_agent_version_problems, {"agent_version_id": version}),
        ("get_inference_models", public.get_inference_models, {}),
    ):
        call(name, function, client=anyone, **arguments)
    runs = public.get_agent_version_runs.sync(client=anyone, agent_version_id=version)
    call("get_evaluation_run", public.get_evaluation_run, client=anyone, eval_run_id=runs[0].eval_run_id)
    call("get_weight_salt", validator.get_weight_salt, client=worker)
    for name, function, arguments in (
        ("list_agent_versions", admin.list_agent_versions, {}),
        ("list_evaluation_runs", admin.list_evaluation_runs, {}),
        ("list_miners", admin.list_miners, {}),
        ("list_validators", admin.list_validators, {}),
        ("get_audit_events", admin.get_audit_events, {}),
        ("get_current_races", admin.get_current_races, {}),
        ("get_race_diagnostics", admin.get_race_diagnostics, {"race_id": race.race_id}),
        ("get_reaper_stats", admin.get_reaper_stats, {}),
        ("get_validator_pause", admin.get_validator_pause, {}),
        ("get_agent_version_code", admin.get_agent_version_code, {"agent_version_id": version}),
    ):
        call(name, function, client=signed["operator"], **arguments)
    print(json.dumps({"step": "done"}), flush=True)


main()
