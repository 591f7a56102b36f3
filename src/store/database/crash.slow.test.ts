import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scaled } from '../../testing/scaled.ts';
import { onBothEngines, type TestDatabase } from '../testing/every-engine.ts';
import { SAMPLE_ROOMS, type SampleTables } from '../testing/sample-tables.ts';
import { startProcess } from '../testing/start-process.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { readEvents } from './read-events.ts';
import { verifyEvents } from './verify-events.ts';

/** Thirty processes are started and killed one after the other. */
const LIMIT_MILLISECONDS = 300_000;

onBothEngines('a writer that is killed while it commits', (makeDatabase, engine) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeDatabase();
    const database = await place.open();
    await migrate(database, SAMPLE_ROOMS, 1);
    await database.close();
  });
  afterEach(async () => await place.remove());

  const kills = engine === 'sqlite' ? 30 : 6;

  it(`a writer killed ${kills} times while committing keeps every acknowledged commit and nothing half done`, {
    timeout: scaled(LIMIT_MILLISECONDS),
  }, async () => {
    const acknowledged: string[] = [];
    for (let round = 1; round <= kills; round++) {
      const writer = await startProcess('commit', `round ${round}`, place);
      writer.begin();
      await writer.said(1 + Math.floor(Math.random() * 12));
      // The kill can hit any point of the transactions that follow, including their commits.
      await sleep(Math.random() * 10);
      await writer.kill();
      acknowledged.push(...writer.lines);
    }
    await expectWhole(await place.open(), acknowledged, kills);
  });
});

/** Each kill may have hit a commit that was kept but not acknowledged, at most one per kill. */
async function expectWhole(opened: Database<unknown>, acknowledged: readonly string[], kills: number): Promise<void> {
  const database = opened.tables<SampleTables>();
  const rows = await database.reader.selectFrom('samples').select('id').execute();
  const kept = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(kept.size - acknowledged.length).toBeLessThanOrEqual(kills);
  const { amount } = await database.reader.selectFrom('totals').select('amount').executeTakeFirstOrThrow();
  expect(amount).toBe(kept.size);
  expect(await verifyEvents(database)).toMatchObject({ ok: true, head: { sequence: kept.size } });
  const told: string[] = [];
  for (let page = await readEvents(database, 0, 500); page.length > 0; ) {
    told.push(...page.map(({ subject }) => subject));
    page = await readEvents(database, page.at(-1)!.sequence, 500);
  }
  expect(new Set(told)).toEqual(kept);
}
