import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeKeyDocument } from '../../identity/key-document.ts';
import { placeKeyFile } from '../../identity/wallet.ts';
import { scaled } from '../../testing/scaled.ts';
import { AssayRunner, type Ran } from '../testing/assay-runner.ts';

const folder = mkdtempSync(join(tmpdir(), 'arena-offline-'));
placeKeyFile(join(folder, '.assay/wallets/default/hotkeys/default'), writeKeyDocument(new Uint8Array(32), undefined));
writeFileSync(join(folder, 'agent.py'), 'def agent_main(problem_data):\n    return []\n');
afterAll(() => rmSync(folder, { recursive: true }));

const runner = new AssayRunner();

async function assay(words: readonly string[]): Promise<Ran> {
  // Nothing listens on port 9 of this machine.
  return await runner.run(words, { cwd: folder, env: { HOME: folder, ASSAY_ARENA_URL: 'http://127.0.0.1:9' } });
}

describe('without an arena', { timeout: scaled(120_000) }, () => {
  it('without an arena every command names the URL and the remedy, and exits with 2', async () => {
    const commands = ['register', 'submit agent.py --name x', 'status', 'leaderboard', 'race', 'admin flagged'];
    const ran = await Promise.all(commands.map((words) => assay(words.split(' '))));
    for (const { code, output, error } of ran) {
      expect(error).toMatch(
        /http:\/\/127\.0\.0\.1:9 cannot be reached.*\n {2}→ Check that `assay serve` is running.*ASSAY_ARENA_URL/,
      );
      expect({ code, output }).toEqual({ code: 2, output: '' });
    }
  });

  it('without an arena --json prints the same error', async () => {
    const { code, output } = await assay(['race', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(output).error).toMatchObject({ code: 'ARENA_UNREACHABLE', owner: 'platform' });
  });
});
