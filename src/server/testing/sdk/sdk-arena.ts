import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessFactsReader } from '../../../arena/admission.ts';
import { activateSuite, createSuite } from '../../../arena/exam.ts';
import { hotkeyFromSeed } from '../../../identity/hotkey.ts';
import type { ArenaProblem } from '../../../problems/arena-form.ts';
import { REFERENCE_TITLE_MODEL } from '../../../problems/satisfy/title-thresholds.ts';
import { createSuite as createBankSuite, growBank } from '../../../problems/suites.ts';
import { measuredProblems, sampleProblems } from '../../../problems/testing/sample-problems.ts';
import { sha256 } from '../../../store/sha256.ts';
import { parseArenaConfig } from '../../start/arena-config.ts';
import { startArena } from '../../start/start-arena.ts';

const PEOPLE = ['operator', 'alice', 'bob', 'validator'] as const;
const STAKE = 50_000n * 1_000_000_000n;
const limits = { burst: 10_000, perMinute: 10_000 };

export interface SdkArena {
  readonly url: string;
  readonly folder: string;
  /** Seeds of the operator, two contestants and a validator. */
  readonly seeds: Readonly<Record<(typeof PEOPLE)[number], string>>;
  /** Ends the embargo on winners' code, which otherwise lasts until the next weekday. */
  releaseCode(): Promise<void>;
  close(): Promise<void>;
}

/**
 * An arena for clients of the original platform: a suite, a bank, registered hotkeys, and a provider under two names.
 */
export async function openSdkArena(options: { readonly providers: boolean }): Promise<SdkArena> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sdk-'));
  const seeds = Object.fromEntries(PEOPLE.map((name) => [name, sha256(name)])) as SdkArena['seeds'];
  const address = (name: (typeof PEOPLE)[number]) => hotkeyFromSeed(Buffer.from(seeds[name], 'hex')).address;
  const provider = await startProvider();
  const offer = { baseUrl: `${provider.url}/v1`, probePath: '/key', exchangeUrl: `${provider.url}/exchange` };
  const config = parseArenaConfig({
    admins: [address('operator')],
    rates: { everything: limits, public: limits, validator: limits, submit: limits, waitlist: limits },
    ...(options.providers && {
      providers: { openrouter: offer, chutes: offer, own: { ...offer, presentAs: 'chutes' } },
    }),
    // The platform's validator does not upload evidence.
    policy: {
      queue: { requiredSuccesses: 1, raceRequiredSuccesses: 1 },
      raceProblems: 6,
      audit: { evidence: 'optional' },
    },
  });
  const bank = join(folder, 'bank');
  const now = () => new Date();
  await growBank({ folder: bank, problems: sampleProblems(30, 'hidden'), now });
  const second = { name: 'second', version: 1, kind: 'qualifying', problems: measuredProblems(5, 'second') } as const;
  await createBankSuite({ folder: bank, suite: second, now });
  let url = '';
  const started = await startArena({
    folder,
    config,
    environment: {},
    reader: await ProcessFactsReader.find(),
    version: '0.0.0',
    publicUrl: () => url,
    housekeepingMilliseconds: 50,
  });
  url = await started.server.listen({ host: '127.0.0.1', port: 0 });
  const { arena, services } = started;
  const act = { who: 'operator', now: arena.now() };
  const suite = { name: 'open', problems: withTitleVectors(sampleProblems(5, 'open')), isPublic: true };
  const { suiteId } = await createSuite(arena.database, suite, act);
  await activateSuite(arena, suiteId, { who: 'operator', requeueTopN: 0 });
  for (const name of PEOPLE) await services.chain!.register(address(name), name === 'validator' ? STAKE : 0n);
  await services.refreshMetagraph();
  return {
    url,
    folder,
    seeds,
    releaseCode: async () => {
      await arena.database.withTransaction(async (transaction) => {
        const due = transaction.updateTable('agent_versions').set({ release_at: arena.now() });
        await due.where('release_at', 'is not', null).execute();
      });
    },
    close: async () => {
      await started.stop();
      await provider.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Adds title vectors, as in the platform's suites. */
function withTitleVectors(problems: readonly ArenaProblem[]): readonly ArenaProblem[] {
  return problems.map((problem) => {
    const titles = problem.targets.flatMap((target) => target.titles);
    const vectors = Object.fromEntries(titles.map((title) => [title, [0.6, 0.8]]));
    return { ...problem, titleVectors: { model: REFERENCE_TITLE_MODEL, vectors } };
  });
}

/** Accepts every credential, and exchanges every login code for one. */
async function startProvider(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ refresh_token: 'sk-login' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
