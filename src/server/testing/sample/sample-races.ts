import { updateValidator } from '../../../arena/operator.ts';
import { newestRace, type RaceRow } from '../../../arena/race.ts';
import { finalScore } from '../../../verdict/aggregate.ts';
import { reportRun } from './sample-run.ts';
import { wordOf } from './sample-secrets.ts';
import { type SampleStage, SUITE_SIZE } from './sample-stage.ts';
import { addressOf } from './sample-wallets.ts';

/** Digits by which secret scores are recognised. */
const COEFFICIENT = { alice: 0.8357, bob: 0.9137 };
const RACING = { reasoningScore: 0.731_931, seconds: 314.159_27 };

export const RUNNING_RACE_NUMBERS: readonly number[] = [
  COEFFICIENT.alice,
  COEFFICIENT.bob,
  RACING.reasoningScore,
  RACING.seconds,
  finalScore(3 / SUITE_SIZE, COEFFICIENT.alice),
  finalScore(2 / SUITE_SIZE, COEFFICIENT.bob),
];

function racingWords() {
  return {
    judge: wordOf('judge on alice, race'),
    log: wordOf('log of alice, race'),
    errorOutput: wordOf('error output of alice, race'),
  };
}

export interface FinishedRace {
  readonly race: RaceRow;
  /** One run of each version. */
  readonly runs: ReadonlyMap<string, string>;
}

/** Runs a race from the close of its window to its result, which `winner` wins. */
export async function runWholeRace(stage: SampleStage, winner: string): Promise<FinishedRace> {
  const { reader } = stage.arena.database;
  stage.now = (await newestRace(reader))!.closes_at;
  await stage.tickRace();
  const race = (await newestRace(reader))!;
  const runs = new Map<string, string>();
  for (const validator of ['holder', 'idle'] as const) {
    for await (const { agentVersionId, runId } of stage.work(validator)) {
      const solved = agentVersionId === winner ? 3 : 1;
      await stage.finish(validator, runId, { ...racingWords(), solved, coefficient: 1 });
      runs.set(agentVersionId, runId);
    }
  }
  for (let round = 0; round < 3; round++) await stage.tickRace();
  return { race, runs };
}

export interface HalfRace {
  readonly race: RaceRow;
  readonly runs: { readonly heldInRace: string; readonly racedWell: string; readonly racedBadly: string };
}

/** All runs are finished, except that `holder` still runs `slow`. */
export async function runHalfRace(stage: SampleStage, slow: string): Promise<HalfRace> {
  const race = (await newestRace(stage.arena.database.reader))!;
  if (race.state !== 'race_running') throw new Error(`the race is ${race.state}: ${race.reason}`);
  const others = { ...racingWords(), ...RACING, solved: 2, coefficient: COEFFICIENT.bob };
  const own = { ...racingWords(), ...RACING, solved: 3, coefficient: COEFFICIENT.alice };
  let [heldInRace, racedWell, racedBadly] = ['', '', ''];
  for await (const { agentVersionId, runId } of stage.work('idle')) {
    if (agentVersionId !== slow) await stage.finish('idle', runId, others);
    else if (racedBadly === '') {
      racedBadly = runId;
      const reason = wordOf('failure of alice, race');
      await stage.fail('idle', runId, { ending: 'FAILED', reason, errorOutput: own.errorOutput });
    } else {
      racedWell = runId;
      await stage.finish('idle', runId, own);
    }
  }
  const holder = addressOf('holder');
  await updateValidator(stage.arena, holder, { who: 'operator', reason: 'trusted', maxConcurrentRuns: 8 });
  for await (const { agentVersionId, runId } of stage.work('holder')) {
    if (agentVersionId !== slow) await stage.finish('holder', runId, others);
    else {
      heldInRace = runId;
      await reportRun(stage.arena, holder, runId, own);
    }
  }
  return { race, runs: { heldInRace, racedWell, racedBadly } };
}
