import { afterEach, beforeEach, expect, it } from 'vitest';
import { counts, sampleReport } from '../../arena/testing/sample-agency.ts';
import { openSampleArena, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { json } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addItem, addResult, addRun } from '../testing/sample-runs.ts';
import { LEADERBOARD_SORTS, leaderboardQuerySchema, leaderboardSchema } from '../wire/leaderboard-wire.ts';
import { leaderboard } from './leaderboard.ts';
import { leaderboardCsv, wholeLeaderboard } from './leaderboard-export.ts';

type Query = Readonly<Record<string, unknown>>;

onEveryEngine('the leaderboard, sorted and filtered', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(() => arena.close());

  async function read(query: Query = {}) {
    return expectWire(leaderboardSchema, await leaderboard(arena, leaderboardQuerySchema.parse(query)));
  }
  const namesOf = async (query: Query) => (await read(query)).entries.map(({ agent_name }) => agent_name);

  async function set(table: 'entries', id: string, values: { success_rate: number }): Promise<void> {
    await arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable(table).set(values).where('agent_version_id', '=', id).execute();
    });
  }
  async function insert(table: 'profiles' | 'version_models', values: never): Promise<void> {
    await arena.database.withTransaction(async (transaction) => {
      await transaction.insertInto(table).values(values).execute();
    });
  }

  /** Three versions with different orders by score, name, contestant, time and solved problems. */
  async function addThree(): Promise<readonly string[]> {
    const at = arena.now();
    const add = (name: string, hotkey: string, finalScore: number, submittedAt: number) =>
      arena.addVersion({ name, hotkey, finalScore, submittedAt });
    const ids = [
      await add('Beta', '5Ccc', 0.9, at - 2_000),
      await add('alpha', '5Bbb', 0.5, at - 3_000),
      await add('gamma', '5Aaa', 0.7, at - 1_000),
    ];
    for (const [place, success_rate] of [0.2, 0.4, 0.3].entries()) await set('entries', ids[place]!, { success_rate });
    return ids;
  }

  it('the leaderboard can be sorted by every column in both directions, and ranks stay', async () => {
    const [beta, alpha] = await addThree();
    await insert('version_models', [
      { agent_version_id: beta, model: 'm:2' },
      { agent_version_id: alpha, model: 'm:1' },
    ] as never);
    const orders = {
      rank: ['Beta', 'gamma', 'alpha'],
      score: ['Beta', 'gamma', 'alpha'],
      solved: ['alpha', 'gamma', 'Beta'],
      submitted: ['gamma', 'Beta', 'alpha'],
      agent: ['alpha', 'Beta', 'gamma'],
      contestant: ['gamma', 'alpha', 'Beta'],
      // No model is known for the first.
      model: ['gamma', 'alpha', 'Beta'],
    };
    for (const [sort, names] of Object.entries(orders)) {
      expect(await namesOf({ sort }), sort).toEqual(names);
      const usual = ['rank', 'agent', 'contestant', 'model'].includes(sort) ? 'asc' : 'desc';
      expect(await namesOf({ sort, order: usual }), sort).toEqual(names);
      expect(await namesOf({ sort, order: usual === 'asc' ? 'desc' : 'asc' }), sort).toEqual(names.toReversed());
    }
    const { entries } = await read({ sort: 'agent' });
    expect(entries.map(({ agent_name, rank }) => [agent_name, rank])).toEqual([
      ['alpha', 3],
      ['Beta', 1],
      ['gamma', 2],
    ]);
  });

  it('the leaderboard pages work in every order, with and without filters, and reject cursors of other orders', async () => {
    await addThree();
    for (const filter of [{}, { agency: 'unknown' }]) {
      for (const sort of LEADERBOARD_SORTS) {
        for (const order of ['asc', 'desc']) {
          const query = { sort, order, category: 'product', ...filter };
          const whole = await namesOf(query);
          const paged: string[] = [];
          for (let cursor: string | undefined; ; ) {
            const page = await read({ ...query, limit: 1, ...(cursor && { cursor }) });
            expect(page.total).toBe(3);
            paged.push(...page.entries.map(({ agent_name }) => agent_name));
            if (page.next_cursor == null) break;
            cursor = page.next_cursor;
          }
          expect(paged, JSON.stringify(query)).toEqual(whole);
        }
      }
    }
    const { next_cursor: cursor } = await read({ sort: 'agent', limit: 1 });
    await expect(read({ sort: 'submitted', cursor })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(read({ sort: 'agent', order: 'desc', cursor })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('the leaderboard lists removed versions last in every order', async () => {
    const [first] = await addThree();
    await arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('entries')
        .set({ discarded_at: 1, discard_reason: 'x' })
        .where('agent_version_id', '=', first!)
        .execute();
    });
    for (const sort of LEADERBOARD_SORTS) {
      for (const order of ['asc', 'desc']) expect((await namesOf({ sort, order })).at(-1), sort).toBe('Beta');
    }
  });

  it('the leaderboard can be filtered by contestant, model and who decides, with the number found', async () => {
    const [beta, alpha, gamma] = await addThree();
    for (const model of ['house/adept', 'other:1']) {
      await insert('version_models', { agent_version_id: alpha, model } as never);
    }
    await insert('version_models', { agent_version_id: gamma, model: 'house/adept' } as never);
    expect(await read({ hotkey: '5Bbb' })).toMatchObject({
      total: 1,
      unique_miners: 3,
      models: ['house/adept', 'other:1'],
      entries: [{ agent_name: 'alpha', rank: 3, models: ['house/adept', 'other:1'] }],
    });
    expect(await namesOf({ hotkey: '5B' })).toEqual([]);
    expect(await namesOf({ model: 'house/adept' })).toEqual(['gamma', 'alpha']);
    expect(await namesOf({ model: 'other:1', sort: 'agent' })).toEqual(['alpha']);
    expect(await read({ model: "x' or 1=1 --" })).toMatchObject({ total: 0, entries: [] });

    const item = await addItem(arena, beta!);
    const runId = await addRun(arena, { work_item_id: item, validator_hotkey: 'v' });
    const report = sampleReport(counts([6, 6], [6, 6], [6, 6]));
    await arena.database.withTransaction(async (transaction) => {
      await transaction
        .insertInto('agency_reports')
        .values({
          run_id: runId,
          agent_version_id: beta!,
          validator_hotkey: 'v',
          probe_attempts: 2,
          scored_attempts: 14,
          search_followed: 6,
          search_of: 6,
          view_followed: 6,
          view_of: 6,
          recommend_followed: 6,
          recommend_of: 6,
          told_search: 0,
          told_recommendation: 0,
          request_shown: 1,
          searches_unsaid: 0,
          recommendations_unsaid: 0,
          report: json(report),
          reported_at: 1,
        })
        .execute();
    });
    expect(await read({ agency: 'agentic' })).toMatchObject({
      total: 1,
      entries: [{ agent_name: 'Beta', rank: 1, agency_label: 'agentic' }],
    });
    expect(await namesOf({ agency: 'unknown', sort: 'agent' })).toEqual(['alpha', 'gamma']);
    expect(await namesOf({ agency: 'scripted' })).toEqual([]);
    expect(await namesOf({ agency: 'unknown', q: 'gam' })).toEqual(['gamma']);
  });

  it('the leaderboard finds contestants by display name and sorts by it', async () => {
    await addThree();
    await insert('profiles', {
      hotkey: '5Ccc',
      name: 'Zed_100%',
      name_form: 'zed',
      link: null,
      updated_at: 1,
    } as never);
    expect(await read({ q: 'ZED' })).toMatchObject({
      total: 1,
      entries: [{ agent_name: 'Beta', miner_name: 'Zed_100%' }],
    });
    expect(await namesOf({ q: '0%' })).toEqual(['Beta']);
    expect(await namesOf({ q: '_1' })).toEqual(['Beta']);
    expect(await namesOf({ sort: 'contestant' })).toEqual(['gamma', 'alpha', 'Beta']);
  });

  it('the leaderboard counts solved problems per category in finished runs, and none of a private suite', async () => {
    const [beta] = await addThree();
    const problems = await arena.database.reader
      .selectFrom('set_problems')
      .select(['problem_id', 'category'])
      .orderBy('position')
      .execute();
    const product = problems.filter(({ category }) => category === 'product');
    expect(product.length).toBeGreaterThan(0);
    const item = await addItem(arena, beta!);
    for (const [validator, score] of [
      ['a', 1],
      ['b', 0],
    ] as const) {
      const run = await addRun(arena, { work_item_id: item, validator_hotkey: validator });
      for (const { problem_id } of problems) await addResult(arena, { run_id: run, problem_id, score });
    }
    const categoryOf = async () =>
      (await read({ category: 'product', sort: 'category' })).entries.map(({ agent_name, category }) => [
        agent_name,
        category,
      ]);
    const nothing = [
      ['Beta', null],
      ['gamma', null],
      ['alpha', null],
    ];
    // Other validators may still run it.
    expect((await categoryOf()).map(([, category]) => category)).toEqual([null, null, null]);
    await arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('work_items').set({ closed_at: 1, close_reason: 'complete' }).execute();
    });
    expect((await categoryOf())[0]).toEqual(['Beta', { solved: product.length, attempts: 2 * product.length }]);
    expect((await read({})).entries[0]!.category).toBeNull();
    await arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('suites').set({ is_public: false }).execute();
    });
    expect(new Set(await categoryOf())).toEqual(new Set(nothing));
  });

  it('the leaderboard is exported completely, without spreadsheet formulas', async () => {
    await addThree();
    await arena.addVersion({ name: '-1+cmd', hotkey: '5Ddd', finalScore: 0.1 });
    const whole = await wholeLeaderboard(arena, leaderboardQuerySchema.parse({ sort: 'agent' }));
    expect(whole.total).toBe(4);
    const [head, first, ...rest] = leaderboardCsv(whole.entries).split('\r\n');
    expect(head).toMatch(/^rank,agent,version,agent_version_id,contestant_name,contestant_hotkey,score,/);
    expect(first).toMatch(/^4,'-1\+cmd,1,/);
    expect(rest.map((line) => line.split(',').slice(0, 2).join())).toEqual(['3,alpha', '1,Beta', '2,gamma', '']);
    const [entry] = whole.entries;
    expect(leaderboardCsv([{ ...entry!, agent_name: 'a,"b"\n' }])).toContain('"a,""b""\n"');
  });
});
