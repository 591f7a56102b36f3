import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { storeCredential } from '../../src/arena/credentials.ts';
import { closeQualifyingNow } from '../../src/arena/race.ts';
import { SampleContest, type SampleOptions, walletOf } from '../../src/cli/testing/sample-contest.ts';
import { type SampleModels, startSampleModels } from '../../src/cli/testing/sample-models.ts';
import { singleSearchAgent } from '../../src/cli/testing/single-search-agent.ts';
import { until } from '../../src/cli/testing/until.ts';
import { ValidatorSetup } from '../../src/cli/testing/validator-process.ts';
import { growBank } from '../../src/problems/suites.ts';
import { synthesiseProblems } from '../../src/problems/synthesis.ts';
import type { Validator } from '../../src/validator/validator.ts';
import { type RaceOutcome, raceOutcome, raceState } from './race-outcome.ts';

export const PROGRAM = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
export const RACE_PROBLEMS = 4;
export const MODEL = 'some/model';
const VALIDATORS = ['one', 'two', 'three'];
const STAKE = 50_000n * 1_000_000_000n;
const SECONDS = 0.2;

/**
 * An arena on the evening before a race: contestants have qualified, the bank has the hidden problems, and validators
 * are waiting. Every race runs in a copy of it. The bank has exactly as many problems as a race draws, so all races are
 * the same, and any difference in the result was caused by the fault.
 */
export class RaceDay {
  readonly contest: SampleContest;
  readonly models: SampleModels;
  /** A validator in a separate process, which can be killed. */
  readonly process: ValidatorSetup;
  readonly #evening: string;
  /** Folder of each validator's evidence, by hotkey. */
  #places = new Map<string, string>();
  #race = '';

  private constructor(contest: SampleContest, models: SampleModels, process: ValidatorSetup) {
    this.contest = contest;
    this.models = models;
    this.process = process;
    this.#evening = contest.arenaFolder;
  }

  static async open(): Promise<RaceDay> {
    const models = await startSampleModels();
    const contest = await SampleContest.open({
      problems: 3,
      queue: { leaseSeconds: 4, raceRequiredSuccesses: 2 },
      policy: {
        submissions: {},
        raceProblems: RACE_PROBLEMS,
        // No validator is running when a race starts here, so none can sign for its beacon.
        race: { timeZone: 'UTC', closesAt: halfADayFromNow(), beaconSeconds: 0 },
      },
      config: { providers: { chutes: { baseUrl: models.baseUrl, probePath: '/key' } }, models: [MODEL] },
    });
    const day = new RaceDay(contest, models, new ValidatorSetup(PROGRAM, contest, 'process'));
    await day.#fillBank();
    await day.#qualify();
    await contest.stopArena();
    return day;
  }

  /** Starts a race that no validator has started to run. */
  async begin(name: string): Promise<void> {
    const { contest } = this;
    this.#race = join(contest.folder, 'races', name);
    contest.arenaFolder = join(this.#race, 'arena');
    contest.log.length = 0;
    this.#places = new Map([[this.process.hotkey, this.process.data]]);
    cpSync(this.#evening, contest.arenaFolder, { recursive: true });
    await contest.startArena();
    await closeQualifyingNow(contest.arena.arena, 'operator');
    await until(async () => (await raceState(contest)) === 'race_running');
  }

  /** Starts validators in this process, by name. */
  async staff(names: readonly string[] = VALIDATORS, rest: SampleOptions = {}): Promise<readonly Validator[]> {
    return await Promise.all(names.map((name) => this.employ(name, rest)));
  }

  async employ(name: string, rest: SampleOptions = {}): Promise<Validator> {
    const data = rest.data ?? join(this.#race, name);
    this.#places.set(walletOf(name).address, data);
    const settings = { recovery: { first: 300, longest: 1_000, tries: 10 }, ...rest.settings };
    const examination = { model: MODEL, endpoint: { attempts: 1 } };
    const validator = await this.contest.validator(name, { ...rest, data, settings, examination });
    validator.start();
    return validator;
  }

  /** Folder of a validator's evidence of this race. */
  placeOf(name: string): string {
    return this.#places.get(walletOf(name).address)!;
  }

  /** Waits until the race is decided, and returns its outcome. */
  async end(): Promise<RaceOutcome> {
    const { contest } = this;
    await until(async () => (await raceState(contest)) === 'promoted');
    await contest.drain();
    return await raceOutcome(contest, this.#places);
  }

  /** Stops the arena, whatever the state of the race. */
  async leave(): Promise<void> {
    await this.contest.drain();
    await this.contest.stopArena();
  }

  async close(): Promise<void> {
    await this.contest.close();
    await this.models.close();
  }

  async #fillBank(): Promise<void> {
    const { contest } = this;
    const { index } = contest.search;
    const mix = { product: 1, shop: 1, voucher: 1 };
    const problems = await Array.fromAsync(
      synthesiseProblems({ index, count: RACE_PROBLEMS, mix, seed: 8, threads: 1 }),
    );
    await growBank({ folder: join(contest.arenaFolder, 'bank'), problems, now: () => new Date() });
  }

  async #qualify(): Promise<void> {
    const { contest } = this;
    const racers = {
      searcher: ['extract_and_search.py'],
      glancer: ['glancer', singleSearchAgent({ seconds: SECONDS, asks: true })],
    };
    await contest.register(...VALIDATORS, ...Object.keys(racers).map((name) => `miner ${name}`));
    const { arena, services } = contest.arena;
    await services.chain!.register(this.process.hotkey, STAKE);
    await services.refreshMetagraph();
    for (const [name, [agent, source]] of Object.entries(racers)) {
      const hotkey = walletOf(`miner ${name}`).address;
      await storeCredential(arena, services.providers, { hotkey, provider: 'chutes', credential: `sk-of-${name}` });
      await contest.submit(agent!, source, `miner ${name}`);
    }
    this.#race = join(contest.folder, 'qualifying');
    const validator = await this.employ('one', { once: true });
    await validator.ended;
  }
}

/** Qualifying must not close on its own during the setup. */
function halfADayFromNow(): string {
  return new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 16);
}
