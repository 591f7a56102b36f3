import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BankHiddenProblems, bankHeadPublisher } from '../arena/race.ts';
import { growBank, retireProblems } from '../problems/suites.ts';
import { sampleClock, sampleProblems } from '../problems/testing/sample-problems.ts';
import { SampleServer } from '../server/testing/sample/sample-server.ts';
import { makeSqliteDatabase } from '../store/testing/every-engine.ts';
import { problemsBankCommand } from './commands/problems/bank.ts';

const now = sampleClock();
let server: SampleServer;
let bank: string;
let publish: () => Promise<void>;

beforeEach(async () => {
  server = await SampleServer.open(makeSqliteDatabase);
  bank = join(server.folder, 'bank');
  publish = bankHeadPublisher(server.arena, new BankHiddenProblems(bank, now));
});
afterEach(async () => await server.close());

/** Runs `assay problems bank verify` in this process, with the arena's address. */
async function verify(): Promise<{ readonly code: unknown; readonly output: string }> {
  const lines: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0),
  );
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    const words = ['verify', '--bank', bank, '--arena-url', server.url];
    await problemsBankCommand().parseAsync(words, { from: 'user' });
    return { code: process.exitCode ?? 0, output: lines.join('') };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

async function bankEvents(): Promise<readonly { readonly what: string; readonly data: { readonly lines: number } }[]> {
  const { json } = await server.ask({ target: '/v1/public/ledger?limit=1000' });
  const { events } = json as { events: readonly { what: string; data: { lines: number } }[] };
  return events.filter(({ what }) => what.startsWith('bank.'));
}

describe('the heads of a bank in the public ledger', () => {
  it('the published heads advance with the bank, each once, and the bank verifies against them', async () => {
    await publish();
    expect(await bankEvents()).toEqual([]);
    await expect(verify()).rejects.toThrow('has not published the head');
    await growBank({ folder: bank, problems: sampleProblems(9), now });
    await publish();
    await publish();
    await retireProblems({ folder: bank, problemIds: ['p1'], reason: 'leaked', now });
    await publish();
    expect((await bankEvents()).map(({ what, data }) => [what, data.lines])).toEqual([
      ['bank.advanced', 1],
      ['bank.advanced', 2],
    ]);
    expect(await verify()).toEqual({ code: 0, output: expect.stringContaining('2 heads published by') });
  });

  it('the published heads reveal a rewritten or truncated bank ledger', async () => {
    const problems = sampleProblems(9);
    await growBank({ folder: bank, problems, now });
    await retireProblems({ folder: bank, problemIds: ['p1'], reason: 'leaked', now });
    await publish();
    rmSync(bank, { recursive: true });
    await growBank({ folder: bank, problems, now });
    expect(await verify()).toEqual({ code: 1, output: expect.stringContaining('lines were cut off') });
    // Another reason for the same action, with every later line hashed again.
    await retireProblems({ folder: bank, problemIds: ['p1'], reason: 'wrong answer', now });
    expect(await verify()).toEqual({ code: 1, output: expect.stringContaining('Line 2 of the ledger, or one before') });
    await retireProblems({ folder: bank, problemIds: ['p2'], reason: 'more', now });
    await publish();
    expect((await bankEvents()).map(({ what }) => what)).toEqual(['bank.advanced', 'bank.rewritten']);
    expect((await verify()).code).toBe(1);
  });
});
