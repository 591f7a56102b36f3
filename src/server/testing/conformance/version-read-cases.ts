import { episodeId } from '../../../board/attempts/episode-id.ts';
import type { SampleDay } from '../sample/sample-day.ts';
import { ADMIN, ALICE_AND_ADMIN, ALL_CALLERS, BOB_AND_ADMIN, NO_CALLER, type ReadCases } from './read-case.ts';

/** What is shown of single versions and runs, which depends on the caller. */
export function versionReadCases({ versions, runs, races, problems }: SampleDay): ReadCases {
  const log = (agent_version_id: string, eval_run_id: string, problem_id: string, artifact_type: string) => ({
    artifact_type,
    agent_version_id,
    eval_run_id,
    problem_id,
  });
  return {
    'GET /v1/public/agent-versions/{}': [
      { path: [versions.bobReleased], open: ALL_CALLERS },
      { path: [versions.aliceFirst], open: NO_CALLER },
      { path: [versions.aliceRacing], open: NO_CALLER },
    ],
    'GET /v1/public/agent-versions/{}/code': [
      { path: [versions.bobReleased], open: ALL_CALLERS, shows: { 'code of bob, released': ALL_CALLERS } },
      {
        path: [versions.aliceRacing],
        open: ALICE_AND_ADMIN,
        shows: { 'code of alice, racing version': ALICE_AND_ADMIN },
      },
      {
        path: [versions.aliceFirst],
        open: ALICE_AND_ADMIN,
        shows: { 'code of alice, first version': ALICE_AND_ADMIN },
      },
      { path: [versions.bobCopy], open: BOB_AND_ADMIN, shows: { 'code of bob, near copy': BOB_AND_ADMIN } },
    ],
    'GET /v1/public/agent-versions/{}/status': [
      { path: [versions.aliceFirst], open: ALL_CALLERS },
      { path: [versions.aliceRacing], open: ALL_CALLERS },
      { path: [versions.aliceWaiting], open: ALL_CALLERS },
      { path: [versions.aliceCancelled], open: ALL_CALLERS },
      { path: [versions.aliceFlagged], open: ALL_CALLERS },
      { path: [versions.bobReleased], open: ALL_CALLERS },
      { path: [versions.bobCopy], open: ALL_CALLERS },
    ],
    'GET /v1/public/agent-versions/{}/runs': [
      {
        path: [versions.aliceFirst],
        open: ALL_CALLERS,
        shows: {
          'error output of alice, qualifying': ALICE_AND_ADMIN,
          'failure of alice, qualifying': ALICE_AND_ADMIN,
          'error output of alice, race': ADMIN,
        },
      },
      {
        path: [versions.aliceRacing],
        open: ALL_CALLERS,
        shows: {
          'error output of alice, qualifying': ALICE_AND_ADMIN,
          'error output of alice, race': ADMIN,
          'failure of alice, race': ADMIN,
          'scores of the running race': ADMIN,
        },
      },
      {
        path: [versions.bobReleased],
        open: ALL_CALLERS,
        shows: { 'error output of alice, race': ADMIN, 'scores of the running race': ADMIN },
      },
    ],
    'GET /v1/public/agent-versions/{}/problems': [
      {
        path: [versions.aliceFirst],
        open: ALL_CALLERS,
        shows: { 'judge on alice, qualifying': ALICE_AND_ADMIN, 'judge on alice, race': ADMIN },
      },
      {
        path: [versions.aliceRacing],
        open: ALL_CALLERS,
        shows: {
          'judge on alice, qualifying': ALICE_AND_ADMIN,
          'judge on alice, race': ADMIN,
          'scores of the running race': ADMIN,
          'problems of the running race': ADMIN,
        },
      },
      {
        path: [versions.aliceRacing],
        query: `phase=RACE&race_id=${races.running}`,
        open: ALL_CALLERS,
        shows: {
          'judge on alice, race': ADMIN,
          'scores of the running race': ADMIN,
          'problems of the running race': ADMIN,
        },
      },
      {
        path: [versions.bobReleased],
        open: ALL_CALLERS,
        shows: {
          'judge on bob, released': ALL_CALLERS,
          'judge on alice, race': ADMIN,
          'scores of the running race': ADMIN,
          'problems of the running race': ADMIN,
        },
      },
    ],
    'GET /v1/public/agent-versions/{}/probes': [versions.aliceFirst, versions.aliceRacing, versions.bobReleased].map(
      (version) => ({ path: [version], open: ALL_CALLERS }),
    ),
    'GET /v1/public/agent-versions/{}/agreement': [versions.aliceFirst, versions.aliceRacing, versions.bobReleased].map(
      (version) => ({ path: [version], open: ALL_CALLERS }),
    ),
    'GET /v1/public/evaluation-runs/{}': [
      {
        path: [runs.succeeded],
        open: ALL_CALLERS,
        shows: { 'error output of alice, qualifying': ALICE_AND_ADMIN },
      },
      ...[runs.failed, runs.timedOut].map((run) => ({
        path: [run],
        open: ALL_CALLERS,
        shows: {
          'error output of alice, qualifying': ALICE_AND_ADMIN,
          'failure of alice, qualifying': ALICE_AND_ADMIN,
        },
      })),
      ...[runs.stale, runs.cancelled, runs.held, runs.heldInRace, runs.released].map((run) => ({
        path: [run],
        open: ALL_CALLERS,
      })),
      {
        path: [runs.racedWell],
        open: ALL_CALLERS,
        shows: { 'error output of alice, race': ADMIN, 'scores of the running race': ADMIN },
      },
      {
        path: [runs.racedBadly],
        open: ALL_CALLERS,
        shows: { 'error output of alice, race': ADMIN, 'failure of alice, race': ADMIN },
      },
      { path: [runs.overAndDone], open: ALL_CALLERS, shows: { 'error output of alice, race': ADMIN } },
    ],
    'GET /v1/public/evaluation-runs/{}/problems/{}': [
      {
        path: [runs.succeeded, problems.open[0]!],
        open: ALL_CALLERS,
        shows: {
          'judge on alice, qualifying': ALICE_AND_ADMIN,
          'log of alice, qualifying': ALICE_AND_ADMIN,
          'answers of the public suite': ADMIN,
        },
      },
      {
        path: [runs.released, problems.open[0]!],
        open: ALL_CALLERS,
        shows: {
          'judge on bob, released': ALL_CALLERS,
          'log of bob, released': ALL_CALLERS,
          'answers of the public suite': ADMIN,
        },
      },
      ...[runs.failed, runs.stale, runs.held].map((run) => ({
        path: [run, problems.open[1]!],
        open: ALL_CALLERS,
        shows: { 'answers of the public suite': ADMIN },
      })),
      // Both uploaded a log of the first problem; the judge's text applies to all problems.
      ...[runs.racedWell, runs.heldInRace].map((run) => ({
        path: [run, problems.running[0]!],
        open: ADMIN,
        shows: {
          'judge on alice, race': ADMIN,
          'log of alice, race': ADMIN,
          'scores of the running race': ADMIN,
          'questions of the race': ADMIN,
          'answers of the race': ADMIN,
          ...(problems.unseen.includes(problems.running[0]!) && { 'problems of the running race': ADMIN }),
        },
      })),
      {
        path: [runs.racedBadly, problems.running[0]!],
        open: ADMIN,
        shows: {
          'questions of the race': ADMIN,
          'answers of the race': ADMIN,
          ...(problems.unseen.includes(problems.running[0]!) && { 'problems of the running race': ADMIN }),
        },
      },
      {
        path: [runs.overAndDone, problems.over[0]!],
        open: ALL_CALLERS,
        shows: {
          'judge on alice, race': ADMIN,
          'log of alice, race': ADMIN,
          'questions of the race': ADMIN,
          'answers of the race': ADMIN,
        },
      },
      // A problem of another run, an id that is not a problem, and an id that is not a run.
      { path: [runs.released, problems.over[0]!], open: NO_CALLER },
      { path: [runs.released, runs.released], open: NO_CALLER },
      { path: [problems.open[0]!, problems.open[0]!], open: NO_CALLER },
    ],
    'GET /v1/public/evaluation-runs/{}/problems': [
      ...[runs.succeeded, runs.failed, runs.stale, runs.held, runs.released, runs.overAndDone].map((run) => ({
        path: [run],
        open: ALL_CALLERS,
      })),
      ...[runs.racedWell, runs.racedBadly, runs.heldInRace].map((run) => ({
        path: [run],
        open: ALL_CALLERS,
        shows: { 'problems of the running race': ADMIN },
      })),
      { path: [problems.open[0]!], open: NO_CALLER },
    ],
    'GET /v1/public/problems/{}': [
      ...[problems.open[0]!, problems.open[1]!].map((problem) => ({
        path: [problem],
        open: ALL_CALLERS,
        shows: { 'answers of the public suite': ADMIN },
      })),
      {
        path: [problems.over[0]!],
        open: ALL_CALLERS,
        shows: {
          'questions of the race': ADMIN,
          'answers of the race': ADMIN,
          ...(problems.running.includes(problems.over[0]!) && { 'scores of the running race': ADMIN }),
        },
      },
      ...problems.unseen.slice(0, 1).map((problem) => ({
        path: [problem],
        open: ADMIN,
        shows: {
          'questions of the race': ADMIN,
          'answers of the race': ADMIN,
          'scores of the running race': ADMIN,
          'problems of the running race': ADMIN,
        },
      })),
      // A problem of a suite that is not public, and an id that is not a problem.
      {
        path: [problems.sealed[0]!],
        open: ADMIN,
        shows: { 'questions of the sealed suite': ADMIN, 'answers of the sealed suite': ADMIN },
      },
      { path: [runs.released], open: NO_CALLER },
    ],
    'GET /v1/public/episode-results/{}/feedback': [
      {
        path: [episodeId(runs.succeeded, 0)],
        open: ALL_CALLERS,
        shows: { 'judge on alice, qualifying': ALICE_AND_ADMIN, 'log of alice, qualifying': ALICE_AND_ADMIN },
      },
      {
        path: [episodeId(runs.released, 0)],
        open: ALL_CALLERS,
        shows: { 'judge on bob, released': ALL_CALLERS, 'log of bob, released': ALL_CALLERS },
      },
      ...[runs.racedWell, runs.heldInRace].map((run) => ({
        path: [episodeId(run, 0)],
        open: ADMIN,
        shows: {
          'judge on alice, race': ADMIN,
          'log of alice, race': ADMIN,
          'scores of the running race': ADMIN,
          'questions of the race': ADMIN,
          ...(problems.unseen.includes(problems.running[0]!) && { 'problems of the running race': ADMIN }),
        },
      })),
      // The race is over, but its problems are drawn again.
      {
        path: [episodeId(runs.overAndDone, 0)],
        open: ADMIN,
        shows: { 'judge on alice, race': ADMIN, 'log of alice, race': ADMIN, 'questions of the race': ADMIN },
      },
      // No result, no such position in the set, and no such run.
      { path: [episodeId(runs.failed, 1)], open: NO_CALLER },
      { path: [episodeId(runs.released, 500)], open: NO_CALLER },
      { path: [episodeId(versions.bobReleased, 0)], open: NO_CALLER },
    ],
    'POST /v1/public/artifacts/download-url': [
      {
        body: { artifact_type: 'AGENT_CODE', agent_version_id: versions.bobReleased },
        open: ALL_CALLERS,
        shows: { 'code of bob, released': ALL_CALLERS },
      },
      {
        body: { artifact_type: 'AGENT_CODE', agent_version_id: versions.aliceRacing },
        open: ALICE_AND_ADMIN,
        shows: { 'code of alice, racing version': ALICE_AND_ADMIN },
      },
      ...['EVAL_LOGS_BUNDLE', 'EVAL_PROBLEM_LOGS'].flatMap((type) => [
        {
          body: log(versions.bobReleased, runs.released, problems.open[0]!, type),
          open: ALL_CALLERS,
          shows: { 'log of bob, released': ALL_CALLERS },
        },
        {
          body: log(versions.aliceFirst, runs.succeeded, problems.open[0]!, type),
          open: ALICE_AND_ADMIN,
          shows: { 'log of alice, qualifying': ALICE_AND_ADMIN },
        },
        {
          body: log(versions.aliceRacing, runs.racedWell, problems.running[0]!, type),
          open: ADMIN,
          shows: { 'log of alice, race': ADMIN },
        },
        {
          body: log(versions.bobReleased, runs.overAndDone, problems.over[0]!, type),
          open: ADMIN,
          shows: { 'log of alice, race': ADMIN },
        },
      ]),
      {
        body: log(versions.aliceFirst, runs.succeeded, problems.open[0]!, 'REASONING_DETAILS'),
        open: ALICE_AND_ADMIN,
        shows: { 'judge on alice, qualifying': ALICE_AND_ADMIN },
      },
      {
        body: log(versions.bobReleased, runs.overAndDone, problems.over[0]!, 'REASONING_DETAILS'),
        open: ADMIN,
        shows: { 'judge on alice, race': ADMIN },
      },
      // A run of another version under a released version.
      { body: log(versions.bobReleased, runs.succeeded, problems.open[0]!, 'EVAL_PROBLEM_LOGS'), open: NO_CALLER },
    ],
    'GET /v1/files/code/{}': [{ path: ['nothing'], open: NO_CALLER }],
    'GET /v1/files/blob/{}': [{ path: ['nothing'], open: NO_CALLER }],
  };
}
