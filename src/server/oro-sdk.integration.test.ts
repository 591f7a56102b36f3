import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { scaled } from '../testing/scaled.ts';
import { placeDefaultWallet } from './testing/sdk/place-default-wallet.ts';
import { readSdkColumn } from './testing/sdk/read-sdk-column.ts';
import { runSdkDay } from './testing/sdk/run-sdk-day.ts';
import { openSdkArena } from './testing/sdk/sdk-arena.ts';

/** Python interpreters with the package installed, one per version; `.ci/run` creates two. */
const PYTHONS = (process.env.ASSAY_ORO_SDK_PYTHON ?? 'python3').split(delimiter).filter(Boolean);
const PAGE = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8');
const MISSING =
  'skipped: oro-sdk and bittensor-wallet are not installed; ASSAY_ORO_SDK_PYTHON names a Python with them';

function versionIn(python: string): string | undefined {
  const ask = "import importlib.metadata as m, bittensor_wallet; print(m.version('oro-sdk'))";
  try {
    return execFileSync(python, ['-c', ask], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

describe.each(PYTHONS.map((python) => ({ python, version: versionIn(python) })))(
  'oro-sdk $version',
  ({ python, version }) => {
    const reason = version === undefined ? ` (${MISSING})` : '';

    it.skipIf(version === undefined)(
      `oro-sdk works as docs/compatibility.md says${reason}`,
      { timeout: scaled(180_000) },
      async () => {
        const { operations, calls } = await runSdkDay(python);
        const failures = calls.filter((line) => /"result": "(raises|untyped)"/.test(line));
        expect(failures).toEqual([]);
        expect(Object.fromEntries(operations)).toEqual(Object.fromEntries(readSdkColumn(PAGE, version!)));
      },
    );

    it.skipIf(version === undefined)(
      `oro-sdk submits with its command line to a fresh arena${reason}`,
      { timeout: scaled(120_000) },
      async () => {
        const arena = await openSdkArena({ providers: false });
        try {
          placeDefaultWallet(arena.folder, arena.seeds.alice);
          const agent = join(arena.folder, 'agent.py');
          writeFileSync(agent, 'def agent_main(problem_data):\n    return []\n');
          const words = ['submit', '--agent-name', 'first', '--agent-file', agent, '--base-url', arena.url];
          const program = join(dirname(python), 'oro');
          const { stdout } = await promisify(execFile)(program, words, { env: { ...process.env, HOME: arena.folder } });
          expect(stdout).toMatch(/connected=local[\s\S]*Status: +ACCEPTED/);
        } finally {
          await arena.close();
        }
      },
    );
  },
);
