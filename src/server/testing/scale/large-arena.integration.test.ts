import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queueFlaws } from '../../../arena/testing/queue-flaws.ts';
import { insertVersion } from '../../../arena/testing/sample-arena.ts';
import { leaderboard, topHistory } from '../../../board/leaderboard.ts';
import { raceCurrent, raceDetail, raceHistory } from '../../../board/races.ts';
import { audits, pendingEvaluations } from '../../../board/runs.ts';
import { verifyEvents } from '../../../store/database/verify-events.ts';
import { onEveryEngine, type TestDatabase } from '../../../store/testing/every-engine.ts';
import { scaled } from '../../../testing/scaled.ts';
import type { OpenedArena } from '../../start/open-arena.ts';
import { ledgerFlaws } from '../crash/ledger-flaws.ts';
import { prepareArena } from '../crash/prepare-arena.ts';
import { fillLargeArena, type LargeArena } from './large-arena.ts';

interface Page {
  readonly keys: readonly string[];
  readonly next: string | null | undefined;
}

interface List {
  readonly name: string;
  /** Lists with the same name here have the same order and accept each other's cursors. */
  readonly order?: string;
  read(query: { readonly limit: number; readonly offset: number; readonly cursor?: string }): Promise<Page>;
  /** Inserts a row at the beginning of the list, where it would shift every offset; not all lists can grow. */
  readonly insertFirst?: () => Promise<unknown>;
}

const MANY = 100;
const NUMBER_OF_CURRENT_RACE = 1_000;

onEveryEngine('a large arena', (makeDatabase) => {
  let place: TestDatabase;
  let arena: OpenedArena;
  let large: LargeArena;
  beforeAll(async () => {
    place = await makeDatabase();
    const plan = { validators: 12, contestants: 2, problems: 4, leaseSeconds: 600, seed: 7 };
    const prepared = await prepareArena({ ...plan, folder: place.folder, url: place.url });
    large = await fillLargeArena(prepared, { contestants: 30, races: 4, pending: 15 });
    arena = await prepared.open();
    // Some racers of the newest race did not finish, and two have the same rank.
    await arena.database.withTransaction(async (transaction) => {
      const raceId = large.raceIds.at(-1)!;
      const racers = transaction.updateTable('racers').where('race_id', '=', raceId);
      await racers.set({ race_rank: null, race_score: null }).where('race_rank', '>', 8).execute();
      await racers.set({ race_rank: 2 }).where('race_rank', '=', 3).execute();
      // Allows adding finished races while it stays the newest.
      await transaction
        .updateTable('races')
        .set({ race_number: NUMBER_OF_CURRENT_RACE })
        .where('state', '=', 'qualifying_open')
        .execute();
    });
  }, scaled(120_000));
  afterAll(async () => {
    await arena.database.close();
    await place.remove();
  });

  const idsOf = (rows: readonly { readonly agent_version_id: string }[]) => rows.map((row) => row.agent_version_id);
  let newcomers = 0;
  const addScored = async () =>
    await insertVersion(arena.database, large.suiteId, {
      hotkey: randomUUID(),
      name: 'newcomer',
      number: 1,
      submittedAt: arena.now(),
      finalScore: 0.95 + ++newcomers / 1_000,
    });
  const onLeaderboard =
    (score_type: 'qualifying' | 'race', q?: string): List['read'] =>
    async (query) => {
      const { entries, next_cursor } = await leaderboard(arena, { ...query, score_type, q });
      return { keys: idsOf(entries), next: next_cursor };
    };
  const lists: readonly List[] = [
    { name: 'leaderboard', order: 'by score', read: onLeaderboard('qualifying'), insertFirst: addScored },
    { name: 'leaderboard by race score', read: onLeaderboard('race') },
    {
      name: 'leaderboard that was searched',
      order: 'by score',
      read: onLeaderboard('qualifying', 'AGENT-1'),
      insertFirst: addScored,
    },
    {
      name: 'current race',
      insertFirst: addScored,
      read: async (query) => {
        const { qualifiers, next_cursor } = await raceCurrent(arena, query);
        return { keys: idsOf(qualifiers), next: next_cursor };
      },
    },
    {
      name: 'race that is over',
      read: async (query) => {
        const { qualifiers, next_cursor } = await raceDetail(arena, large.raceIds.at(-1)!, query);
        return { keys: idsOf(qualifiers), next: next_cursor };
      },
    },
    {
      name: 'past races',
      insertFirst: () => copyRow('races', 'race_number', { race_id: randomUUID(), state: 'promoted' }),
      read: async (query) => {
        const { races, next_cursor } = await raceHistory(arena, query);
        return { keys: races.map(({ race_id }) => race_id), next: next_cursor };
      },
    },
    {
      name: 'champions',
      insertFirst: () => copyRow('tops', 'reign', {}),
      read: async (query) => {
        const { entries, next_cursor } = await topHistory(arena, query);
        return { keys: entries.map(({ reign }) => `${reign}`), next: next_cursor };
      },
    },
    {
      name: 'audits',
      insertFirst: addAudit,
      read: async (query) => {
        const found = await audits(arena, query);
        return { keys: found.audits.map(({ eval_run_id }) => eval_run_id), next: found.next_cursor };
      },
    },
    {
      name: 'queue',
      insertFirst: addUrgentItem,
      read: async (query) => {
        const { items, next_cursor } = await pendingEvaluations(arena, query);
        return { keys: items.map(({ work_item_id }) => work_item_id), next: next_cursor };
      },
    },
  ];

  /** Copies the newest champion or past race as the next in its count. */
  async function copyRow(table: 'races' | 'tops', count: 'race_number' | 'reign', changes: Record<string, unknown>) {
    await arena.database.withTransaction(async (transaction) => {
      const newest = await transaction
        .selectFrom(table)
        .selectAll()
        .where(count as never, '<', NUMBER_OF_CURRENT_RACE as never)
        .orderBy(count as never, 'desc')
        .executeTakeFirstOrThrow();
      const row = { ...newest, result: null, draw: null } as Record<string, unknown>;
      if (table === 'tops') {
        delete row.result;
        delete row.draw;
      }
      const next = Number(row[count]) + 1;
      await transaction
        .insertInto(table)
        .values({ ...row, ...changes, [count]: next } as never)
        .execute();
    });
  }

  async function addAudit() {
    await arena.database.withTransaction(async (transaction) => {
      const { run_id, validator_hotkey } = await transaction
        .selectFrom('runs')
        .select(['run_id', 'validator_hotkey'])
        .where('run_id', 'not in', transaction.selectFrom('audits').select('run_id'))
        .executeTakeFirstOrThrow();
      const at = arena.now();
      await transaction
        .insertInto('audits')
        .values({
          run_id,
          validator_hotkey,
          kind: 'regrade',
          chosen_at: at,
          finished_at: at,
          problems: 1,
          differ: 0,
          detail: null,
        })
        .execute();
    });
  }

  async function addUrgentItem() {
    const version = await insertVersion(arena.database, large.suiteId, {
      hotkey: randomUUID(),
      name: 'urgent',
      number: 1,
      submittedAt: arena.now(),
    });
    await arena.database.withTransaction(async (transaction) => {
      const item = await transaction
        .selectFrom('work_items')
        .selectAll()
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('work_items')
        .values({ ...item, work_item_id: randomUUID(), agent_version_id: version, priority: 100 })
        .execute();
    });
  }

  /** Reads every page by the cursor of the previous one; calls `between` after each. */
  async function readByCursor({ read }: List, limit: number, between = async () => {}): Promise<string[]> {
    const keys: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await read({ limit, offset: 0, ...(cursor != null && { cursor }) });
      keys.push(...page.keys);
      cursor = page.next;
      await between();
    } while (cursor != null && keys.length < 10 * MANY);
    return keys;
  }

  it('a large arena follows the rules of the queue, and its ledger is intact', {
    timeout: scaled(60_000),
  }, async () => {
    const { database } = arena;
    const flaws = await database.withSnapshot(async (reader) => [
      ...(await queueFlaws(reader)),
      ...(await ledgerFlaws(reader)),
    ]);
    expect(flaws).toEqual([]);
    expect(await verifyEvents(database)).toMatchObject({ ok: true });
    // Every contestant with three validators, and the racers of four races.
    expect(large.attempts).toBe((30 + 4 * 10) * 3 * 4);
  });

  it('a large arena gives every list by cursors as at once', { timeout: scaled(120_000) }, async () => {
    for (const list of lists) {
      const whole = await list.read({ limit: MANY, offset: 0 });
      expect(whole.keys.length, list.name).toBeGreaterThan(3);
      expect(whole.next, list.name).toBeNull();
      for (const limit of [1, 3, whole.keys.length]) {
        expect(await readByCursor(list, limit), `${list.name} by ${limit}`).toEqual(whole.keys);
      }
    }
  });

  it('a reader sees every row once while others are added before it', { timeout: scaled(120_000) }, async () => {
    for (const list of lists) {
      if (list.insertFirst === undefined) continue;
      const before = (await list.read({ limit: MANY, offset: 0 })).keys;
      let inserted = 0;
      const keys = await readByCursor(list, 2, async () => {
        if (inserted++ < 3) await list.insertFirst!();
      });
      expect(keys, list.name).toEqual(before);
    }
  });

  it('rejects a cursor of another list, and a malformed cursor', { timeout: scaled(60_000) }, async () => {
    const cursors = await Promise.all(lists.map(async ({ read }) => (await read({ limit: 1, offset: 0 })).next!));
    const forged = [['races', '1 or 1=1'], ['races', 1e300], ['races'], ['audits', 1.5, 'x', 'y'], 'races', null, {}];
    const bad = forged.map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'));
    for (const [index, { name, order, read }] of lists.entries()) {
      const foreign = cursors.filter((_, other) => other !== index && (lists[other]!.order ?? other) !== order);
      for (const cursor of [...foreign, ...bad, '-', 'x']) {
        const answer = read({ limit: 1, offset: 0, cursor });
        await expect(answer, `${name} with ${cursor}`).rejects.toMatchObject({ code: 'INPUT_INVALID' });
      }
    }
  });
});
