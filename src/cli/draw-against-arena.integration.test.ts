import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { activateSuite, createSuite } from '../arena/exam.ts';
import { BankHiddenProblems, cancelRace, closeQualifyingNow, newestRace, tickRace } from '../arena/race.ts';
import { insertVersion } from '../arena/testing/sample-arena.ts';
import { type DrawDocument, growBank, ledgerBeacon } from '../problems/suites.ts';
import { sampleProblems } from '../problems/testing/sample-problems.ts';
import { SampleServer } from '../server/testing/sample/sample-server.ts';
import { addressOf } from '../server/testing/sample/sample-wallets.ts';
import { makeSqliteDatabase } from '../store/testing/every-engine.ts';
import { problemsVerifyDrawCommand } from './commands/problems/verify-draw.ts';

const now = () => new Date();
let server: SampleServer;
let draw: DrawDocument;

async function claim(): Promise<void> {
  const asked = { as: 'holder', by: 'version 2', method: 'POST', target: '/v1/validator/work/claim' } as const;
  expect((await server.ask(asked)).status).toBeLessThan(300);
}

/** A race with a signed validator request, cancelled after its draw so that the draw is public. */
beforeAll(async () => {
  server = await SampleServer.open(makeSqliteDatabase);
  const { arena } = server;
  const bank = join(server.folder, 'bank');
  await growBank({ folder: bank, problems: sampleProblems(20, 'hidden'), now });
  const suite = { name: 'open', problems: sampleProblems(3), isPublic: true };
  const { suiteId } = await createSuite(arena.database, suite, { who: 'operator', now: arena.now() });
  await activateSuite(arena, suiteId, { who: 'operator' });
  for (const hotkey of ['one', 'two']) {
    const version = { hotkey, name: hotkey, number: 1, submittedAt: arena.now(), finalScore: 0.5 };
    await insertVersion(arena.database, suiteId, version);
  }
  const hidden = new BankHiddenProblems(bank, now);
  await tickRace(arena, hidden);
  // The first claim makes the validator known, the second is recorded as signed.
  for (const _ of [1, 2]) await claim();
  await closeQualifyingNow(arena, 'operator');
  expect(await tickRace(arena, hidden)).toEqual(['race 1 closed with 2 racers', 'race 1 committed to a draw']);
  let ticked: string[] = [];
  while (ticked.length === 0) {
    await claim();
    ticked = await tickRace(arena, hidden);
  }
  expect(ticked).toEqual(['race 1 started']);
  const race = (await newestRace(arena.database.reader))!;
  await cancelRace(arena, 'to see its draw', 'operator');
  await tickRace(arena, hidden);
  const found = await server.ask({ target: `/v1/public/races/${race.race_id}` });
  draw = (found.json as { draw: DrawDocument }).draw;
});
afterAll(async () => await server.close());

async function verify(document: unknown): Promise<{ readonly code: unknown; readonly output: string }> {
  const file = join(server.folder, 'draw.json');
  writeFileSync(file, JSON.stringify(document));
  const lines: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0),
  );
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await problemsVerifyDrawCommand().parseAsync([file, '--arena-url', server.url], { from: 'user' });
    return { code: process.exitCode ?? 0, output: lines.join('') };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

describe('draws against the public ledger', () => {
  it('a draw verifies against the public ledger, with what the validator signed after the commitment', async () => {
    expect(draw).toMatchObject({
      version: 2,
      beacon: { kind: 'ledger', signatures: [{ hotkey: addressOf('holder') }] },
    });
    expect(await verify(draw)).toEqual({ code: 0, output: expect.stringContaining('signatures of 1 validators') });
  });

  it('a draw does not verify with another beacon, or for a race unknown to the arena', async () => {
    if (!('beacon' in draw) || draw.beacon?.kind !== 'ledger') throw new Error('the draw has no beacon');
    const without = { ...draw, beacon: ledgerBeacon({ ...draw.beacon, signatures: [] }) };
    expect(await verify(without)).toEqual({ code: 1, output: expect.stringContaining('is not the one that was publ') });
    const other = await verify({ ...draw, race: 'another' });
    expect(other).toEqual({ code: 1, output: expect.stringContaining('published no commitment') });
  });
});
