import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessFactsReader } from '../../arena/admission.ts';
import { activateSuite, createSuite } from '../../arena/exam.ts';
import { claimWork, completeRun, heartbeat, recordProgress, runProblems } from '../../arena/queue.ts';
import type { RunCompletion } from '../../arena/wire.ts';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { writeKeyDocument } from '../../identity/key-document.ts';
import { placeKeyFile } from '../../identity/wallet.ts';
import { problemToWire } from '../../problems/problem-wire.ts';
import { growBank } from '../../problems/suites.ts';
import { measuredProblems, sampleProblems } from '../../problems/testing/sample-problems.ts';
import { parseArenaConfig, type StartedArena, startArena } from '../../server/start.ts';
import { finalScore } from '../../verdict/aggregate.ts';
import { AssayRunner, type Ran } from './assay-runner.ts';

const OFTEN = { burst: 100_000, perMinute: 100_000 };
/** Number of problems in suites and races here. */
export const SAMPLE_PROBLEMS = 10;

export const GOOD_AGENT = 'def agent_main(problem_data):\n    return []\n';

/** A real arena with the real command line against it. */
export class SampleSite {
  readonly url: string;
  readonly started: StartedArena;
  readonly folder: string;

  readonly #runner = new AssayRunner();

  private constructor(url: string, started: StartedArena, folder: string) {
    this.url = url;
    this.started = started;
    this.folder = folder;
  }

  static async open({ suite = true, rates = {} }: { suite?: boolean; rates?: object } = {}): Promise<SampleSite> {
    const folder = mkdtempSync(join(tmpdir(), 'arena-commands-'));
    const bankFolder = join(folder, 'bank');
    const hidden = sampleProblems(6 * SAMPLE_PROBLEMS, 'hidden');
    await growBank({ folder: bankFolder, problems: hidden, now: () => new Date() });
    let url = '';
    const started = await startArena({
      folder: join(folder, 'arena'),
      config: parseArenaConfig({
        admins: [addressOf('operator')],
        rates: { everything: OFTEN, submit: OFTEN, check: OFTEN, ...rates },
        policy: {
          queue: { requiredSuccesses: 2, raceRequiredSuccesses: 1 },
          raceProblems: SAMPLE_PROBLEMS,
          audit: { evidence: 'optional' },
        },
        simulated: true,
        providers: { payer: { baseUrl: 'http://127.0.0.1:9', probePath: '/models' } },
      }),
      environment: {},
      reader: await ProcessFactsReader.find(),
      bankFolder,
      version: '0.0.0',
      publicUrl: () => url,
      housekeepingMilliseconds: 100,
    });
    url = await started.server.listen({ host: '127.0.0.1', port: 0 });
    const site = new SampleSite(url, started, folder);
    if (suite) await site.#activateSuite();
    // The first uid is the one whose share is burned.
    await started.services.chain!.register(addressOf('operator'), 0n);
    await started.services.refreshMetagraph();
    return site;
  }

  async close(): Promise<void> {
    await this.started.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Environment variables with which a command finds the arena and its wallets. */
  get environment(): Readonly<Record<string, string>> {
    return { HOME: this.folder, ASSAY_ARENA_URL: this.url };
  }

  /** Runs `assay …` with the wallets in a separate home folder. */
  async assay(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ran> {
    return await this.#runner.run(words, { cwd: this.folder, env: { ...this.environment, ...environment } });
  }

  /** The same with the hotkey of `who`, which is created and registered if needed. */
  async as(who: string, ...words: string[]): Promise<Ran> {
    await this.join(who);
    return await this.assay([...words, '--wallet', who]);
  }

  async join(who: string): Promise<void> {
    const path = join(this.folder, '.assay', 'wallets', who, 'hotkeys', 'default');
    if (!placeKeyFile(path, writeKeyDocument(seedOf(who), undefined))) return;
    if (who === 'operator') return;
    await this.started.services.chain!.register(addressOf(who), 0n);
    await this.started.services.refreshMetagraph();
  }

  /** Creates a file in the folder that commands run in. */
  file(name: string, text: string): string {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, name), text);
    return name;
  }

  problemFile(name: string): string {
    const lines = measuredProblems(SAMPLE_PROBLEMS, name).map((problem) => JSON.stringify(problemToWire(problem)));
    return this.file(`${name}.jsonl`, `${lines.join('\n')}\n`);
  }

  /** Lets a validator claim the next run and complete it; returns `undefined` when there is none. */
  async validate(validator: string, solved: (agentVersionId: string) => number): Promise<string | undefined> {
    const { arena } = this.started;
    const hotkey = addressOf(validator);
    const work = await claimWork(arena, hotkey);
    if (work === undefined) return undefined;
    await heartbeat(arena, hotkey, work.runId);
    const count = solved(work.agentVersionId);
    const problems = await runProblems(arena, hotkey, work.runId);
    const updates = problems.map(({ problem_id }, index) => {
      const status = index < count ? ('SUCCESS' as const) : ('FAILED' as const);
      return { problem_id, status, score: index < count ? 1 : 0 };
    });
    await recordProgress(arena, hotkey, work.runId, updates);
    await completeRun(arena, hotkey, work.runId, completionOf(count));
    return work.runId;
  }

  async versions(who: string): Promise<readonly string[]> {
    const rows = await this.started.arena.database.reader
      .selectFrom('agent_versions')
      .select('agent_version_id')
      .where('hotkey', '=', addressOf(who))
      .execute();
    return rows.map(({ agent_version_id }) => agent_version_id);
  }

  async #activateSuite(): Promise<void> {
    const { arena } = this.started;
    const suite = { name: 'sample', problems: sampleProblems(SAMPLE_PROBLEMS), isPublic: true };
    const { suiteId } = await createSuite(arena.database, suite, { who: addressOf('operator'), now: arena.now() });
    await activateSuite(arena, suiteId, { who: addressOf('operator'), requeueTopN: 0 });
  }
}

function seedOf(who: string): Uint8Array {
  return createHash('sha256').update(`arena commands ${who}`).digest();
}

export function addressOf(who: string): string {
  return hotkeyFromSeed(seedOf(who)).address;
}

function completionOf(successful: number): RunCompletion {
  const rate = successful / SAMPLE_PROBLEMS;
  return {
    terminal_status: 'SUCCESS',
    validator_score: finalScore(rate, 1),
    score_components: {
      success_rate: rate,
      total_problems: SAMPLE_PROBLEMS,
      successful_problems: successful,
      scored_problems: SAMPLE_PROBLEMS,
      reasoning_quality: 0.8,
      reasoning_coefficient: 1,
    },
  };
}
