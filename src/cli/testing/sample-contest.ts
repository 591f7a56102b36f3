import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ProcessFactsReader } from '../../arena/admission.ts';
import { activateSuite, createSuite } from '../../arena/exam.ts';
import { cancelVersion } from '../../arena/operator.ts';
import { type Licence, submitAgent } from '../../arena/submission.ts';
import { ArenaClient } from '../../client/arena-client.ts';
import { type Hotkey, hotkeyFromSeed } from '../../identity/hotkey.ts';
import { indexPath } from '../../market/market-folder.ts';
import { ThreadedSearch } from '../../market/search.ts';
import { sharedMarket } from '../../market/testing/shared-market.ts';
import type { Problem } from '../../problems/problem.ts';
import { synthesiseProblems } from '../../problems/synthesis.ts';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import { type Attack, readAttacks } from '../../sandbox/doctor.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { parseArenaConfig, type StartedArena, startArena } from '../../server/start.ts';
import { sha256 } from '../../store/sha256.ts';
import { scaled } from '../../testing/scaled.ts';
import { ArenaChain } from '../../validator/arena-chain.ts';
import { createLog, type LogEntry } from '../../validator/log.ts';
import { openModels } from '../../validator/open-models.ts';
import type { Examination } from '../../validator/run/run-parts.ts';
import { requireSoundSandbox, type SoundSandbox } from '../../validator/sound-sandbox.ts';
import { Validator } from '../../validator/validator.ts';
import type { ValidatorOptions } from '../../validator/validator-options.ts';
import { QUICK } from './quick-settings.ts';
import { type ArenaChoices, sampleArenaConfig } from './sample-arena-config.ts';

const AGENTS = fileURLToPath(new URL('../../../agents/', import.meta.url));
const RAO_PER_TAO = 1_000_000_000n;
const STAKE = 50_000n * RAO_PER_TAO;

export interface ContestOptions extends ArenaChoices {
  readonly problems?: number;
  /** Environment of the arena: its database, keys of its object storage. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface SampleOptions extends Omit<Partial<ValidatorOptions>, 'examination'> {
  readonly examination?: Partial<Examination>;
}

/** Two of the hostile agents; the tests of the doctor run the others. */
export function fewAttacks(): readonly Attack[] {
  return readAttacks()
    .filter(({ control, alone, endings }) => control && !alone && endings.join() === 'finished')
    .slice(0, 2);
}

export function walletOf(name: string): Hotkey {
  return hotkeyFromSeed(Buffer.from(sha256(`contest ${name}`), 'hex'));
}

/** A market, an exam made from it, a sandbox, and an arena behind HTTP that can be stopped and started again. */
export class SampleContest {
  readonly folder: string;
  readonly search: ThreadedSearch;
  readonly sandbox: SoundSandbox;
  readonly problems: readonly Problem[];
  /** Log entries of all validators together. */
  readonly log: LogEntry[] = [];
  /** Public base URL of files, if not the arena itself. */
  publicUrl: string | undefined;
  url = '';
  /** Folder of the next arena to start. */
  arenaFolder: string;
  #arena: StartedArena | undefined;
  readonly #validators: Validator[] = [];
  readonly #options: ContestOptions;
  #port = 0;

  private constructor(
    folder: string,
    parts: { search: ThreadedSearch; sandbox: SoundSandbox; problems: readonly Problem[] },
    options: ContestOptions,
  ) {
    this.folder = folder;
    this.arenaFolder = join(folder, 'arena');
    this.search = parts.search;
    this.sandbox = parts.sandbox;
    this.problems = parts.problems;
    this.#options = options;
  }

  static async open(options: ContestOptions = {}): Promise<SampleContest> {
    const folder = mkdtempSync(join(tmpdir(), 'contest-'));
    const market = join(folder, 'market');
    await sharedMarket({ products: 2_000, seed: 11, folder: market });
    const search = ThreadedSearch.open(indexPath(market), 1);
    const exam = {
      index: search.index,
      count: options.problems ?? 6,
      mix: { product: 1, shop: 1, voucher: 1 },
      seed: 3,
    };
    const problems = await Array.fromAsync(synthesiseProblems({ ...exam, threads: 1 }));
    const bare: Sandbox = await chooseSandbox();
    const sandbox = await requireSoundSandbox(bare, { folder, programVersion: 'test', attacks: fewAttacks() });
    const contest = new SampleContest(folder, { search, sandbox, problems }, options);
    await contest.startArena();
    await contest.#setUp();
    return contest;
  }

  get arena(): StartedArena {
    return this.#arena!;
  }

  /** The content of `arena.json`. */
  get config(): Readonly<Record<string, unknown>> {
    return sampleArenaConfig(this.#options);
  }

  async startArena(): Promise<void> {
    this.#arena = await startArena({
      folder: this.arenaFolder,
      config: parseArenaConfig(this.config),
      environment: this.#options.environment ?? {},
      reader: await ProcessFactsReader.find(),
      marketFolder: join(this.folder, 'market'),
      version: 'test',
      publicUrl: () => this.publicUrl ?? this.url,
      housekeepingMilliseconds: 100,
    });
    this.url = await this.#arena.server.listen({ host: '127.0.0.1', port: this.#port });
    this.#port = Number(new URL(this.url).port);
  }

  async stopArena(): Promise<void> {
    await this.#arena?.stop();
    this.#arena = undefined;
  }

  /** Registers on the local chain; on another chain the test registers the hotkeys. */
  async register(...names: string[]): Promise<void> {
    const { chain, refreshMetagraph } = this.arena.services;
    for (const name of names) {
      await chain?.register(walletOf(name).address, name.startsWith('miner') ? 0n : STAKE, 'operator');
    }
    await refreshMetagraph();
  }

  /** Submits one of our agents, or the given source unchanged; returns the id of the version. */
  async submit(agent: string, source?: string, by = 'miner', licence?: Licence): Promise<string> {
    const { arena, services } = this.arena;
    // The same file would be the same submission, and from another contestant a copy.
    const file =
      source ?? `${readFileSync(join(AGENTS, agent), 'utf8')}\nMADE_BY = "${randomBytes(4).toString('hex')}"\n`;
    const submission = {
      hotkey: walletOf(by).address,
      agentName: agent,
      file: Buffer.from(file),
      ...(licence && { licence }),
    };
    await sleep(5);
    const { agent_version_id } = await submitAgent(arena, submission, { analyse: services.analyse });
    return agent_version_id;
  }

  async validator(name: string, rest: SampleOptions = {}): Promise<Validator> {
    const hotkey = walletOf(name);
    const client = new ArenaClient({ url: this.url, hotkey, timeoutMilliseconds: scaled(5_000) });
    const { simulated } = parseArenaConfig(this.config);
    const models = simulated ? await openModels({ simulated, apiKeyEnv: 'ASSAY_NO_KEY' }) : undefined;
    const { settings, examination, ...options } = rest;
    const validator = new Validator({
      client,
      hotkey,
      data: join(this.folder, 'validators', name),
      sandbox: this.sandbox,
      search: this.search,
      marketHash: sha256(readFileSync(indexPath(join(this.folder, 'market')))),
      examination: {
        models,
        workers: 2,
        creditDollars: 10,
        wallMilliseconds: scaled(60_000),
        ...examination,
      },
      programVersion: 'test',
      log: createLog((entry) => this.log.push(entry)),
      settings: { ...QUICK, ...settings },
      ...options,
    });
    this.#validators.push(validator);
    return validator;
  }

  /** Cleans up after a test, whatever its outcome: no validator runs, and no work is queued. */
  async tidy(): Promise<void> {
    const { arena } = this.arena;
    const open = await arena.database.reader
      .selectFrom('work_items')
      .select('agent_version_id')
      .where('closed_at', 'is', null)
      .execute();
    for (const { agent_version_id } of open) {
      await cancelVersion(arena, agent_version_id, { who: 'operator', reason: 'the test is over' });
    }
    await this.drain();
  }

  /** Stops all validators. */
  async drain(): Promise<void> {
    await Promise.all(this.#validators.splice(0).map((validator) => validator.drain()));
  }

  chainFor(name: string) {
    const chain = new ArenaChain(new ArenaClient({ url: this.url, hotkey: walletOf(name) }));
    return { chain, netuid: () => chain.netuid() };
  }

  async runsOf(agentVersionId: string) {
    return await this.arena.arena.database.reader
      .selectFrom('runs')
      .selectAll()
      .where('agent_version_id', '=', agentVersionId)
      .orderBy('claimed_at')
      .execute();
  }

  async resultsOf(runId: string) {
    return await this.arena.arena.database.reader
      .selectFrom('problem_results')
      .selectAll()
      .where('run_id', '=', runId)
      .orderBy('problem_id')
      .execute();
  }

  async close(): Promise<void> {
    await this.stopArena();
    await this.sandbox.sandbox.close();
    await this.search.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #setUp(): Promise<void> {
    const { arena } = this.arena;
    const act = { who: 'operator', now: arena.now() };
    const suite = { name: 'exam', problems: this.problems, isPublic: false };
    const { suiteId } = await createSuite(arena.database, suite, act);
    await activateSuite(arena, suiteId, { who: 'operator', requeueTopN: 0 });
    await this.register('owner', 'miner');
  }
}
