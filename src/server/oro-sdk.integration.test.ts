import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ProcessFactsReader } from '../arena/admission.ts';
import { activateSuite, createSuite } from '../arena/exam.ts';
import { hotkeyFromSeed } from '../identity/hotkey.ts';
import { growBank } from '../problems/suites.ts';
import { sampleProblems } from '../problems/testing/sample-problems.ts';
import { sha256 } from '../store/sha256.ts';
import { scaled } from '../testing/scaled.ts';
import { parseArenaConfig } from './start/arena-config.ts';
import { startArena } from './start/start-arena.ts';

const SCRIPT = fileURLToPath(new URL('../../python/compatibility/oro_sdk_day.py', import.meta.url));
/** A Python that has the package; `.ci/run` makes one. */
const PYTHON = process.env.ASSAY_ORO_SDK_PYTHON ?? 'python3';
const PEOPLE = ['operator', 'alice', 'bob', 'validator'] as const;

function hasPackage(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import oro_sdk, bittensor_wallet'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const limits = { burst: 10_000, perMinute: 10_000 };

it.skipIf(!hasPackage())(
  'the public Python package lives a whole day in the arena',
  { timeout: scaled(120_000) },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-sdk-'));
    const seeds = Object.fromEntries(PEOPLE.map((name) => [name, sha256(name)]));
    const address = (name: (typeof PEOPLE)[number]) => hotkeyFromSeed(Buffer.from(sha256(name), 'hex')).address;
    const config = parseArenaConfig({
      admins: [address('operator')],
      rates: { everything: limits, validator: limits, submit: limits },
      policy: { queue: { requiredSuccesses: 1, raceRequiredSuccesses: 1 }, raceProblems: 6 },
    });
    await growBank({ folder: join(folder, 'bank'), problems: sampleProblems(30, 'hidden'), now: () => new Date() });
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
    try {
      url = await started.server.listen({ host: '127.0.0.1', port: 0 });
      const { arena, services } = started;
      const act = { who: 'operator', now: arena.now() };
      const { suiteId } = await createSuite(
        arena.database,
        { name: 'open', problems: sampleProblems(5, 'open'), isPublic: true },
        act,
      );
      await activateSuite(arena, suiteId, { who: 'operator', requeueTopN: 0 });
      for (const name of PEOPLE) {
        await services.chain!.register(address(name), name === 'validator' ? 50_000n * 1_000_000_000n : 0n);
      }
      await services.refreshMetagraph();
      const said = await live({ url, seeds });
      expect(said.lines.at(-1), said.errors).toEqual({ step: 'done' });
      expect(said.lines.filter(({ status }) => status >= 500)).toEqual([]);
    } finally {
      await started.stop();
      rmSync(folder, { recursive: true });
    }
  },
);

async function live(given: unknown): Promise<{ lines: { step: string; status: number }[]; errors: string }> {
  const python = spawn(PYTHON, [SCRIPT], { stdio: ['pipe', 'pipe', 'pipe'] });
  python.stdin.end(JSON.stringify(given));
  let [output, errors] = ['', ''];
  python.stdout.on('data', (chunk) => {
    output += chunk;
  });
  python.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await new Promise((resolve) => python.on('close', resolve));
  const lines = output.split('\n').filter(Boolean);
  return { lines: lines.map((line) => JSON.parse(line)), errors };
}
