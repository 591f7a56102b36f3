import { reportAgency } from '../../../arena/agency.ts';
import { releaseDueCode, setChampion } from '../../../arena/champion.ts';
import { activateSuite, createSuite } from '../../../arena/exam.ts';
import {
  banHotkey,
  cancelVersion,
  discardVersion,
  eliminateVersion,
  invalidateRun,
  reevaluateVersion,
  reinstateElimination,
  reinstateVersion,
  retireBankProblems,
  unbanHotkey,
  updateValidator,
} from '../../../arena/operator.ts';
import {
  ACTIVE_STATUSES,
  claimWork,
  completeRun,
  heartbeat,
  reapRuns,
  recordProgress,
  runProblems,
} from '../../../arena/queue.ts';
import { BankHiddenProblems, newestRace, pinVersion } from '../../../arena/race.ts';
import { setProfile, submitAgent } from '../../../arena/submission.ts';
import { counts, sampleReport } from '../../../arena/testing/sample-agency.ts';
import { Fault } from '../../../fault/fault.ts';
import { sampleProblems } from '../../../problems/testing/sample-problems.ts';
import type { Random } from '../../../random/random.ts';
import type { Services } from '../../start/services.ts';
import { plainAgent } from './sample-agents.ts';
import { success } from './sample-run.ts';
import { type SampleStage, SUITE_SIZE } from './sample-stage.ts';
import { addressOf } from './sample-wallets.ts';

const MINUTE = 60_000;
const CONTESTANTS = ['alice', 'bob', 'banned'] as const;
const VALIDATORS = ['holder', 'idle', 'poor'] as const;

interface HeldRun {
  readonly hotkey: string;
  readonly runId: string;
}

/**
 * Random actions in an arena, one after another, chosen by a random stream. Many are refused, as in a real arena. The
 * clock stands still except for actions that advance it by a minute or more.
 */
export class RandomActs {
  readonly #stage: SampleStage;
  readonly #random: Random;
  readonly #analyse: Services['analyse'];
  readonly #hidden: BankHiddenProblems;
  /** All claimed runs, including finished ones: validators report late and repeatedly. */
  readonly #claimed: HeldRun[] = [];
  #made = 0;

  constructor(stage: SampleStage, random: Random, analyse: Services['analyse']) {
    this.#stage = stage;
    this.#random = random;
    this.#analyse = analyse;
    this.#hidden = new BankHiddenProblems(stage.bank, () => new Date(stage.now));
  }

  /** From the first submissions to a decided race, with the same actions that `next` chooses from. */
  async *untilRaceDecided(): AsyncGenerator<string> {
    for (const person of CONTESTANTS) {
      await this.#submit(person);
      yield `${person} submits`;
    }
    yield* this.#workIsDone();
    await this.#windowCloses();
    yield 'the window closes';
    yield* this.#workIsDone();
    for (let round = 0; round < 3; round++) {
      await this.#stage.tickRace();
      yield 'the race goes on';
    }
  }

  /** Actions with their weights. */
  readonly #acts: readonly (readonly [weight: number, act: string, perform: () => Promise<unknown>])[] = [
    [5, 'submit', () => this.#submit()],
    [8, 'claim', () => this.#claim()],
    [6, 'progress', () => this.#report()],
    [8, 'complete', () => this.#complete()],
    [2, 'probe', () => this.#probe()],
    [1, 'invalidate', () => this.#invalidate()],
    [3, 'mark version', () => this.#markVersion()],
    [1, 'set champion', () => this.#setChampion()],
    [1, 'pin', () => this.#pin()],
    [1, 'ban', () => this.#ban()],
    [1, 'rename', () => this.#rename()],
    [1, 'replace suite', () => this.#replaceSuite()],
    [2, 'retire', () => this.#retire()],
    [5, 'tick race', () => this.#stage.tickRace()],
    [1, 'window closes', () => this.#windowCloses()],
    [1, 'lease ends', () => this.#leaseEnds()],
    [2, 'minute passes', () => this.#minutePasses()],
  ];

  /** Returns what was done, with the fault code if it was refused. */
  async next(): Promise<string> {
    const choices = this.#acts.flatMap((choice) => Array.from({ length: choice[0] }, () => choice));
    const [, act, perform] = this.#random.pick(choices);
    try {
      await perform();
      return act;
    } catch (error) {
      if (!Fault.isInstance(error)) throw error;
      return `${act} (${error.code})`;
    }
  }

  async *#workIsDone(): AsyncGenerator<string> {
    for (const validator of VALIDATORS) {
      for (let run = await this.#claim(validator); run !== undefined; run = await this.#claim(validator)) {
        yield `${validator} claims`;
        await this.#succeed(run);
        yield `${validator} completes`;
      }
    }
  }

  get #operator() {
    return { who: addressOf('admin'), reason: 'It was decided so.' };
  }

  async #submit(person = this.#random.pick(CONTESTANTS)): Promise<void> {
    const hotkey = addressOf(person);
    const file = Buffer.from(plainAgent(++this.#made));
    const agentName = this.#random.pick(['one', 'other']);
    await submitAgent(this.#stage.arena, { hotkey, agentName, file }, { analyse: this.#analyse });
  }

  async #claim(validator = this.#random.pick(VALIDATORS)): Promise<HeldRun | undefined> {
    const hotkey = addressOf(validator);
    const work = await claimWork(this.#stage.arena, hotkey);
    if (work === undefined) return undefined;
    const run = { hotkey, runId: work.runId };
    this.#claimed.push(run);
    await heartbeat(this.#stage.arena, hotkey, work.runId);
    return run;
  }

  /** Usually a run in progress: reports for others are mostly refused. */
  async #someRun(underWay = this.#random.chance(0.8)): Promise<HeldRun | undefined> {
    const active = await this.#stage.arena.database.reader
      .selectFrom('runs')
      .select('run_id')
      .where('status', 'in', ACTIVE_STATUSES)
      .execute();
    const ids = new Set(active.map(({ run_id }) => run_id));
    const runs = this.#claimed.filter(({ runId }) => ids.has(runId) === underWay);
    return runs.length === 0 ? undefined : this.#random.pick(runs);
  }

  async #report(known?: HeldRun, share = this.#random.next()): Promise<void> {
    const run = known ?? (await this.#someRun());
    if (run === undefined) return;
    const { arena } = this.#stage;
    const problems = await runProblems(arena, run.hotkey, run.runId);
    const reported = problems.filter(() => this.#random.chance(share));
    const updates = reported.map(({ problem_id }) => {
      const isSolved = this.#random.chance(0.5);
      return {
        problem_id,
        status: isSolved ? ('SUCCESS' as const) : ('FAILED' as const),
        score: isSolved ? 1 : 0,
        reasoning_score: this.#random.next(),
        score_components_summary: null,
        inference_failure_count: 0,
        inference_total: 3,
        execution_time: 10,
      };
    });
    if (updates.length > 0) await recordProgress(arena, run.hotkey, run.runId, updates);
  }

  async #complete(): Promise<void> {
    const run = await this.#someRun();
    if (run === undefined) return;
    if (this.#random.chance(0.8)) return await this.#succeed(run);
    const failed = { terminal_status: 'FAILED', failure_reason: 'It fell over.' } as const;
    await completeRun(this.#stage.arena, run.hotkey, run.runId, failed);
  }

  async #succeed(run: HeldRun): Promise<void> {
    await this.#report(run, 1);
    const seen = { solved: this.#random.integer(SUITE_SIZE + 1), coefficient: 1, judge: '', log: '', errorOutput: '' };
    await completeRun(this.#stage.arena, run.hotkey, run.runId, success(SUITE_SIZE, seen));
  }

  async #probe(): Promise<void> {
    const run = await this.#someRun();
    if (run === undefined) return;
    const followed = this.#random.integer(5);
    const report = sampleReport(counts([followed, 4], [0, 0], [followed, 4]));
    await reportAgency(this.#stage.arena, run.hotkey, run.runId, { ...report, scored_attempts: SUITE_SIZE });
  }

  async #invalidate(): Promise<void> {
    const run = await this.#someRun(false);
    if (run !== undefined) await invalidateRun(this.#stage.arena, run.runId, this.#operator);
  }

  async #someVersion() {
    const versions = await this.#stage.arena.database.reader
      .selectFrom('agent_versions')
      .select(['agent_version_id', 'hotkey'])
      .orderBy('submitted_at')
      .orderBy('agent_version_id')
      .execute();
    return versions.length === 0 ? undefined : this.#random.pick(versions);
  }

  async #activeSuite(): Promise<number> {
    const suites = this.#stage.arena.database.reader.selectFrom('suites').select('suite_id');
    return (await suites.where('is_active', '=', true).executeTakeFirstOrThrow()).suite_id;
  }

  async #markVersion(): Promise<void> {
    const version = await this.#someVersion();
    if (version === undefined) return;
    const id = version.agent_version_id;
    const { arena } = this.#stage;
    const mark = { ...this.#operator, suiteId: await this.#activeSuite() };
    await this.#random.pick([
      () => discardVersion(arena, id, mark),
      () => reinstateVersion(arena, id, mark),
      () => eliminateVersion(arena, id, mark),
      () => reinstateElimination(arena, id, mark),
      () => reevaluateVersion(arena, id, mark),
      () => cancelVersion(arena, id, this.#operator),
    ])();
  }

  async #setChampion(): Promise<void> {
    const version = await this.#someVersion();
    if (version === undefined) return;
    const suiteId = await this.#activeSuite();
    const who = this.#operator.who;
    await setChampion(this.#stage.arena, { agentVersionId: version.agent_version_id, suiteId, force: true, who });
  }

  async #pin(): Promise<void> {
    const version = await this.#someVersion();
    if (version !== undefined) await pinVersion(this.#stage.arena, version.hotkey, version.agent_version_id);
  }

  async #ban(): Promise<void> {
    const isMiner = this.#random.chance(0.6);
    const hotkey = addressOf(isMiner ? this.#random.pick(CONTESTANTS) : this.#random.pick(VALIDATORS));
    const change = this.#random.chance(0.4) ? banHotkey : unbanHotkey;
    await change(this.#stage.arena, hotkey, isMiner ? 'miner' : 'validator', this.#operator);
  }

  async #rename(): Promise<void> {
    const name = this.#random.pick([null, `Team ${++this.#made}`]);
    if (this.#random.chance(0.5)) {
      await setProfile(this.#stage.arena, addressOf(this.#random.pick(CONTESTANTS)), { name, link: null });
    } else {
      const validator = addressOf(this.#random.pick(VALIDATORS));
      await updateValidator(this.#stage.arena, validator, { ...this.#operator, name: `v ${++this.#made}` });
    }
  }

  async #replaceSuite(): Promise<void> {
    const { arena, now } = this.#stage;
    const name = `suite ${++this.#made}`;
    const suite = { name, problems: sampleProblems(SUITE_SIZE, name), isPublic: this.#random.chance(0.8) };
    const { suiteId } = await createSuite(arena.database, suite, { who: this.#operator.who, now });
    await activateSuite(arena, suiteId, { who: this.#operator.who, requeueTopN: this.#random.integer(3) });
  }

  /** Retires problems that a race had; retiring others would not be visible anywhere. */
  async #retire(): Promise<void> {
    const { arena } = this.#stage;
    const raced = await arena.database.reader
      .selectFrom('races')
      .innerJoin('set_problems', 'set_problems.set_id', 'races.set_id')
      .select('source_id')
      .orderBy('source_id')
      .execute();
    if (raced.length === 0) return;
    await retireBankProblems(arena, this.#hidden, [this.#random.pick(raced).source_id], this.#operator);
  }

  async #windowCloses(): Promise<void> {
    const race = await newestRace(this.#stage.arena.database.reader);
    this.#stage.now = Math.max(this.#stage.now + MINUTE, race?.closes_at ?? 0);
    await releaseDueCode(this.#stage.arena);
    await this.#stage.tickRace();
  }

  async #leaseEnds(): Promise<void> {
    this.#stage.now += 11 * MINUTE;
    await reapRuns(this.#stage.arena);
  }

  async #minutePasses(): Promise<void> {
    this.#stage.now += MINUTE;
  }
}
