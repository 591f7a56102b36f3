import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSqliteDatabase } from '../../store/testing/every-engine.ts';
import { scaled } from '../../testing/scaled.ts';
import { plainAgent, refusedAgent } from '../testing/sample/sample-agents.ts';
import { passSampleDay } from '../testing/sample/sample-day.ts';
import { agentForm, SampleServer } from '../testing/sample/sample-server.ts';

const FOR_OPERATORS = /^assay_(database|blob|bank)_/m;

describe('the metrics of an arena', { timeout: scaled(120_000) }, () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
    await passSampleDay(server);
  }, scaled(120_000));
  afterAll(async () => await server.close());

  async function scrape(): Promise<ReadonlyMap<string, number>> {
    const { ask, close } = await server.openAnother({ metricsToken: 'token' });
    const { text } = await ask({ target: '/metrics', headers: { authorization: 'Bearer token' } });
    await close();
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  }

  it('the metrics have what an operator needs', async () => {
    const values = await scrape();
    const { reader } = server.arena.database;
    const runs = await reader.selectFrom('runs').select(['status', 'failure_owner']).execute();
    const counted = [...values].filter(([name]) => name.startsWith('assay_runs{'));
    const expected = Map.groupBy(
      runs,
      ({ status, failure_owner }) => `assay_runs{status="${status}",owner="${failure_owner ?? 'none'}"}`,
    );
    expect(new Map(counted)).toEqual(new Map([...expected].map(([name, rows]) => [name, rows.length])));
    expect(values.get('assay_validators{state="alive"}')).toBeGreaterThan(0);
    expect(values.get('assay_race_state{state="race_running"}')).toBe(1);
    expect(values.get('assay_race_state{state="qualifying_open"}')).toBe(0);
    expect(values.get('assay_race_number')).toBe(2);
    expect(values.get('assay_queue_oldest_seconds{phase="RACE"}')).toBeGreaterThan(0);
    expect(values.get('assay_bank_problems{state="drawable"}')).toBeGreaterThan(0);
    expect(values.get('assay_bank_races_left')).toBeGreaterThanOrEqual(0);
    expect(values.get('assay_ledger_head')).toBeGreaterThan(10);
    expect(values.get('assay_database_up')).toBe(1);
    expect(values.get('assay_database_query_seconds_count{kind="read"}')).toBeGreaterThan(10);
    expect(values.get('assay_blob_seconds_count{operation="put"}')).toBeGreaterThan(0);
    expect(values.get('assay_event_streams_limit')).toBe(500);
    expect(values.get('assay_metagraph_age_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('the metrics count submissions by outcome', async () => {
    const submit = (name: string, source: string) =>
      server.ask({ as: 'bob', method: 'POST', target: '/v1/miner/submit', body: agentForm(name, source) });
    const before = await scrape();
    const accepted = await submit('fine', plainAgent(4711));
    expect(accepted).toMatchObject({ status: 200 });
    const refused = await submit('bad', refusedAgent('outcome'));
    expect(refused.status).toBe(422);
    const after = await scrape();
    const grown = (outcome: string) => {
      const name = `assay_submissions_total{outcome="${outcome}"}`;
      return (after.get(name) ?? 0) - (before.get(name) ?? 0);
    };
    expect([grown('accepted'), grown('CODE_ANALYSIS_ERROR')]).toEqual([1, 1]);
  });

  it('the metrics count failures of the blob store', async () => {
    const missing = 'ab'.repeat(32);
    await expect(server.arena.blobs.get(missing)).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT' });
    expect((await scrape()).get('assay_blob_errors_total{operation="get"}')).toBe(1);
  });

  it('public metrics reveal nothing about a race or hidden problems', async () => {
    const { text } = await server.ask({ target: '/metrics' });
    expect(text).toContain('assay_runs{');
    expect(text).not.toMatch(FOR_OPERATORS);
    expect(text).not.toMatch(/# (HELP|TYPE) assay_bank/);
  });

  it('the metrics work without the database', async () => {
    const other = await SampleServer.open(makeSqliteDatabase);
    await other.arena.database.withTransaction(async (transaction) => {
      await transaction.schema.dropTable('weight_epochs').execute();
    });
    const { status } = await other.ask({ target: '/metrics' });
    expect(status).toBe(200);
    expect(await other.started.services.metrics.databaseUp.get()).toMatchObject({ values: [{ value: 0 }] });
    await other.close();
  });
});
