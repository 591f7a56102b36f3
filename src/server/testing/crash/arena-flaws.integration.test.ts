import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedArena, ServerTables } from '../../start/open-arena.ts';
import { openArena } from '../../start/open-arena.ts';
import { arenaFlaws } from './arena-flaws.ts';
import { NO_CLIENT_FAULTS } from './client-faults.ts';
import { ClientRecord } from './client-record.ts';
import { type PreparedArena, prepareArena } from './prepare-arena.ts';
import { simulateClients } from './simulated-clients.ts';
import { startArenaProcess } from './start-arena-process.ts';
import { untilDone } from './until-done.ts';

const VERSIONS = 4;

describe('checking an arena against its clients’ records', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-flaws-'));
  let prepared: PreparedArena;
  let clientRecords: readonly ClientRecord[];

  beforeAll(async () => {
    const plan = { validators: 6, contestants: 2, problems: 12, leaseSeconds: 60, seed: 5, url: undefined };
    prepared = await prepareArena({ ...plan, folder: join(folder, 'arena') });
    const server = startArenaProcess(prepared);
    try {
      const url = await server.listening;
      const simulatedClients = simulateClients(prepared, url, {
        clientFaults: { ...NO_CLIENT_FAULTS, logs: 1 },
        thinkMilliseconds: 0,
      });
      for (const contestant of simulatedClients.contestants) {
        for (let version = 0; version < VERSIONS / 2; version++) await contestant.submit();
      }
      const working = simulatedClients.validators.map((validator) => validator.work());
      await untilDone(url);
      simulatedClients.goHome();
      await Promise.all(working);
      simulatedClients.wire.close();
      clientRecords = simulatedClients.clientRecords;
    } finally {
      await server.stop();
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The flaws found in a copy of the arena after sabotage. */
  async function flawsAfter(sabotage: (arena: OpenedArena, copy: string) => Promise<void>, knowledge = clientRecords) {
    const copy = mkdtempSync(join(folder, 'copy-'));
    cpSync(prepared.folder, copy, { recursive: true });
    const arena = await openArena({ folder: copy, config: prepared.config, environment: {} });
    try {
      await sabotage(arena, copy);
      return await arenaFlaws(arena, knowledge, { done: true });
    } finally {
      await arena.database.close();
    }
  }

  const change = (work: (transaction: Transaction<ServerTables>) => Promise<unknown>) => async (arena: OpenedArena) => {
    await arena.database.withTransaction(work);
  };

  const someRun = ({ database: { reader } }: OpenedArena) =>
    reader.selectFrom('runs').selectAll().where('status', '=', 'SUCCESS').orderBy('run_id').executeTakeFirstOrThrow();

  it('finds no flaw in a correct arena', async () => {
    expect(await flawsAfter(async () => {})).toEqual([]);
    const notes = clientRecords.flatMap((record) => record.notes.map(({ what }) => what));
    expect(new Set(notes)).toEqual(
      new Set([
        'run held',
        'results sent',
        'results kept',
        'log kept',
        'ending sent',
        'ending kept',
        'version sent',
        'version kept',
      ]),
    );
  });

  it.each<[string, RegExp, ReturnType<typeof change>]>([
    [
      'a result that was lost',
      /it was acknowledged, and is not there/,
      change((transaction) => transaction.deleteFrom('problem_results').where('score', '=', 1).execute()),
    ],
    [
      'a result that became another',
      /which nobody sent/,
      change((transaction) => transaction.updateTable('problem_results').set({ execution_time: 1e6 }).execute()),
    ],
    [
      'a log that was lost',
      /it was taken, and is not there/,
      change((transaction) => transaction.updateTable('uploads').set({ sha256: null, stored_at: null }).execute()),
    ],
    [
      'a score that became another',
      /its score is 0.123/,
      change((transaction) => transaction.updateTable('runs').set({ score: 0.123 }).execute()),
    ],
    [
      'a final score that is not the median',
      /its score is 0.5555/,
      change((transaction) => transaction.updateTable('entries').set({ final_score: 0.5555 }).execute()),
    ],
    [
      'a completion that was lost',
      /it was acknowledged as SUCCESS and is STALE/,
      change((transaction) => transaction.updateTable('runs').set({ status: 'STALE', is_included: false }).execute()),
    ],
    [
      'a submission that was forgotten',
      /was acknowledged, and is forgotten/,
      change((transaction) => transaction.deleteFrom('submission_receipts').execute()),
    ],
    [
      'an item that is open again',
      /it still waits/,
      change((transaction) =>
        transaction.updateTable('work_items').set({ closed_at: null, close_reason: null }).execute(),
      ),
    ],
  ])('finds the flaw: %s', async (_, flaw, sabotage) => {
    expect(await flawsAfter(sabotage)).toContainEqual(expect.stringMatching(flaw));
  });

  it('finds a run that counts twice, under any name', async () => {
    const flaws = await flawsAfter(async (arena) => {
      const { score_components, sandbox_metadata, service_versions, excuses, failure_confirmation, ...run } =
        await someRun(arena);
      await arena.database.withTransaction((transaction) =>
        transaction
          .insertInto('runs')
          .values({ ...run, run_id: crypto.randomUUID() })
          .execute(),
      );
    });
    for (const flaw of [/one validator counts twice/, /it never heard of/, /the ledger does not tell of it/]) {
      expect(flaws).toContainEqual(expect.stringMatching(flaw));
    }
  });

  it('finds a file that was lost', async () => {
    const flaws = await flawsAfter(async (_, copy) => {
      for (const blob of globSync('blobs/*/*', { cwd: copy })) rmSync(join(copy, blob));
    });
    expect(flaws).toContainEqual(expect.stringMatching(/its file is not there/));
  });

  it('finds contradictory answers of an arena', async () => {
    const knowledge = clientRecords.map(({ owner, notes }) => {
      const again = new ClientRecord(owner);
      again.notes.push(...notes, ...notes.filter(({ what }) => what === 'ending kept'));
      return again;
    });
    const flaws = await flawsAfter(async () => {}, knowledge);
    expect(flaws).toContainEqual(expect.stringMatching(/its end was acknowledged 2 times/));
    expect(flaws).toContainEqual(expect.stringMatching(/two runs were told that/));
  });

  it('finds two concurrent runs of one validator, and a truncated chain', async () => {
    const flaws = await flawsAfter(
      change(async (transaction) => {
        await sql`drop trigger events_are_kept_delete`.execute(transaction);
        await transaction.deleteFrom('events').where('what', '=', 'run.completed').execute();
      }),
    );
    expect(flaws).toContainEqual(expect.stringMatching(/its validator has run/));
    expect(flaws).toContainEqual(expect.stringMatching(/the chain is broken/));
  });
});
