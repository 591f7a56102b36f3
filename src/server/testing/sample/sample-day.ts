import { join } from 'node:path';
import { releaseDueCode } from '../../../arena/champion.ts';
import { pinEpoch } from '../../../arena/emission.ts';
import { activateSuite, createSuite } from '../../../arena/exam.ts';
import { banHotkey, cancelVersion } from '../../../arena/operator.ts';
import { heartbeat, reapRuns } from '../../../arena/queue.ts';
import { growBank } from '../../../problems/suites.ts';
import { flaggedAgent, markedAgent, plainAgent, refusedAgent } from './sample-agents.ts';
import { markedProblems } from './sample-problems.ts';
import { RUNNING_RACE_NUMBERS, runHalfRace, runWholeRace } from './sample-races.ts';
import { wordOf } from './sample-secrets.ts';
import type { SampleServer } from './sample-server.ts';
import { SampleStage, SUITE_SIZE } from './sample-stage.ts';
import { addressOf } from './sample-wallets.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** The result of `passSampleDay`. */
export type SampleDay = Awaited<ReturnType<typeof passSampleDay>>;

/**
 * Simulates several days in the arena and stops in the middle of one. A race is over and its winner's code released.
 * Another is running, half scored, on hidden problems. Runs have ended in every possible way, and `holder` holds two of
 * Alice's.
 */
export async function passSampleDay({ arena, folder, started }: SampleServer) {
  const stage = new SampleStage(arena, join(folder, 'bank'), started.services.analyse);
  const present = stage.now;
  stage.now -= 6 * DAY;
  const suites = await makeSuites(stage);
  await growRaceBank(stage);
  await stage.tickRace();
  const first = await submitFirst(stage);
  const over = await runWholeRace(stage, first.versions.bobReleased);
  const second = await submitSecond(stage);
  // The following steps take a few seconds of its clock; none may be in the future.
  stage.now = present - MINUTE;
  await releaseDueCode(stage.arena);
  await stage.tickRace();
  await pinEpoch(stage.arena);
  const running = await runHalfRace(stage, second.aliceRacing);
  const waiting = await leaveWaiting(stage);
  await banTwo(stage);
  const problemsBefore = await problemsOf(stage, over.race.set_id!);
  const problemsNow = await problemsOf(stage, running.race.set_id!);
  return {
    suites,
    versions: { ...first.versions, ...second, ...waiting.versions },
    agents: {
      alice: await agentOf(stage, second.aliceRacing),
      bob: await agentOf(stage, second.bobCopy),
    },
    runs: {
      ...first.runs,
      ...running.runs,
      ...waiting.runs,
      overAndDone: over.runs.get(first.versions.bobReleased)!,
    },
    races: { over: over.race.race_id, running: running.race.race_id },
    problems: {
      open: await problemsOf(stage, suites.openSet),
      sealed: await problemsOf(stage, suites.sealedSet),
      over: problemsBefore,
      running: problemsNow,
      /** Problems of the running race that were in no earlier race. */
      unseen: problemsNow.filter((id) => !problemsBefore.includes(id)),
    },
    raceNumbers: RUNNING_RACE_NUMBERS,
  };
}

async function makeSuites({ arena, now }: SampleStage) {
  const { database } = arena;
  const by = { who: addressOf('admin'), now };
  const open = markedProblems(SUITE_SIZE, {
    prefix: 'open',
    question: 'quietly',
    answer: wordOf('answers of the public suite'),
  });
  const sealed = markedProblems(SUITE_SIZE, {
    prefix: 'sealed',
    question: wordOf('questions of the sealed suite'),
    answer: wordOf('answers of the sealed suite'),
  });
  const { suiteId } = await createSuite(database, { name: 'open', problems: open, isPublic: true }, by);
  const other = await createSuite(database, { name: 'sealed', problems: sealed, isPublic: false }, by);
  await activateSuite(arena, suiteId, { who: by.who, requeueTopN: 0 });
  const setOf = async (suite: number): Promise<string> => {
    const found = database.reader.selectFrom('suites').select('set_id').where('suite_id', '=', suite);
    return (await found.executeTakeFirstOrThrow()).set_id;
  };
  return {
    open: suiteId,
    sealed: other.suiteId,
    openSet: await setOf(suiteId),
    sealedSet: await setOf(other.suiteId),
  };
}

async function growRaceBank(stage: SampleStage): Promise<void> {
  const problems = markedProblems(40, {
    prefix: 'hidden',
    question: wordOf('questions of the race'),
    answer: wordOf('answers of the race'),
  });
  await growBank({ folder: stage.bank, problems, now: () => new Date(stage.now) });
}

/** Alice's version fails in every possible way before it succeeds. */
async function submitFirst(stage: SampleStage) {
  const aliceFirst = await stage.submit('alice', 'alpha', markedAgent(wordOf('code of alice, first version'), 1));
  const words = qualifyingWords();
  const failing = { reason: wordOf('failure of alice, qualifying'), errorOutput: words.errorOutput };
  const failed = await stage.claim('idle', aliceFirst);
  await stage.fail('idle', failed, { ...failing, ending: 'FAILED' });
  const timedOut = await stage.claim('idle', aliceFirst);
  await stage.fail('idle', timedOut, { ...failing, ending: 'TIMED_OUT' });
  const stale = await stage.claim('holder', aliceFirst);
  stage.now += 11 * MINUTE;
  await reapRuns(stage.arena);
  const succeeded = await stage.finishBoth(aliceFirst, { ...words, solved: 2, coefficient: 1 });
  const bobReleased = await stage.submit('bob', 'beta', markedAgent(wordOf('code of bob, released'), 2));
  const released = await stage.finishBoth(bobReleased, {
    solved: 3,
    coefficient: 1,
    judge: wordOf('judge on bob, released'),
    log: wordOf('log of bob, released'),
    errorOutput: 'nothing',
  });
  return { versions: { aliceFirst, bobReleased }, runs: { failed, timedOut, stale, succeeded, released } };
}

/** In time for the next window. Bob's version is Alice's with another word in it. */
async function submitSecond(stage: SampleStage) {
  stage.now += 10 * MINUTE;
  const mine = wordOf('code of alice, racing version');
  const source = markedAgent(mine, 3);
  const aliceRacing = await stage.submit('alice', 'alpha', source);
  await stage.finishBoth(aliceRacing, { ...qualifyingWords(), solved: 4, coefficient: 1 });
  const bobCopy = await stage.submit('bob', 'beta', source.replaceAll(mine, wordOf('code of bob, near copy')));
  await stage.finishBoth(bobCopy, { solved: 2, coefficient: 1, judge: 'fine', log: 'fine', errorOutput: 'fine' });
  return { aliceRacing, bobCopy };
}

async function leaveWaiting(stage: SampleStage) {
  const aliceCancelled = await stage.submit('alice', 'gamma', plainAgent(4));
  const cancelled = await stage.claim('holder', aliceCancelled);
  await cancelVersion(stage.arena, aliceCancelled, { who: addressOf('admin'), reason: 'asked for' });
  const refused = await stage
    .submit('alice', 'gamma', refusedAgent(wordOf('code of alice, refused')))
    .catch((error: Error) => error.message);
  if (!refused.includes(wordOf('code of alice, refused'))) throw new Error(`Alice was told “${refused}”`);
  const aliceWaiting = await stage.submit('alice', 'delta', plainAgent(5));
  const held = await stage.claim('holder', aliceWaiting);
  await heartbeat(stage.arena, addressOf('holder'), held);
  const aliceFlagged = await stage.submit('alice', 'delta', flaggedAgent(wordOf('code of alice, flagged')));
  return { versions: { aliceCancelled, aliceWaiting, aliceFlagged }, runs: { cancelled, held } };
}

async function banTwo(stage: SampleStage): Promise<void> {
  await stage.submit('banned', 'epsilon', plainAgent(6));
  const act = { who: addressOf('admin'), reason: 'sold the answers' };
  await banHotkey(stage.arena, addressOf('banned'), 'miner', act);
  await banHotkey(stage.arena, addressOf('barred'), 'validator', act);
}

function qualifyingWords() {
  return {
    judge: wordOf('judge on alice, qualifying'),
    log: wordOf('log of alice, qualifying'),
    errorOutput: wordOf('error output of alice, qualifying'),
  };
}

async function problemsOf({ arena }: SampleStage, setId: string): Promise<string[]> {
  const rows = await arena.database.reader
    .selectFrom('set_problems')
    .select('problem_id')
    .where('set_id', '=', setId)
    .orderBy('position')
    .execute();
  return rows.map(({ problem_id }) => problem_id);
}

async function agentOf({ arena }: SampleStage, agentVersionId: string): Promise<string> {
  const { agent_id } = await arena.database.reader
    .selectFrom('agent_versions')
    .select('agent_id')
    .where('agent_version_id', '=', agentVersionId)
    .executeTakeFirstOrThrow();
  return agent_id;
}
