import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminFaultsWire, adminFaultsSchema } from '../../board/wire.ts';
import { makeSqliteDatabase } from '../../store/testing/every-engine.ts';
import { passSampleDay } from '../testing/sample/sample-day.ts';
import { SampleServer } from '../testing/sample/sample-server.ts';
import { addressOf } from '../testing/sample/sample-wallets.ts';

describe('the faults of an arena', () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
    await passSampleDay(server);
  });
  afterAll(async () => await server.close());

  async function faultsOf(hours: number): Promise<AdminFaultsWire> {
    const { json } = await server.ask({ as: 'admin', target: `/v1/admin/faults?hours=${hours}` });
    return adminFaultsSchema.parse(json);
  }
  const endings = ({ faults }: AdminFaultsWire) =>
    Object.fromEntries(faults.map(({ owner, status, runs }) => [`${owner} ${status}`, runs]));

  it('faults are counted by owner and ending, with the newest run of each', async () => {
    const all = await faultsOf(8_760);
    const failed = server.arena.database.reader.selectFrom('runs').select('status');
    const rows = await failed.where('status', 'in', ['FAILED', 'TIMED_OUT', 'STALE']).execute();
    expect(all.faults.reduce((sum, { runs }) => sum + runs, 0)).toBe(rows.length);
    expect(all.runs).toBeGreaterThan(rows.length);
    expect(endings(all)).toMatchObject({ 'validator TIMED_OUT': 1, 'validator STALE': 1 });
    const timedOut = all.faults.find(({ status }) => status === 'TIMED_OUT');
    expect(timedOut?.newest.validator_hotkey).toBe(addressOf('idle'));
  });

  it('faults are those of the requested time, platform faults before those of validators and agents', async () => {
    const recent = await faultsOf(24);
    expect(endings(recent)).not.toHaveProperty('validator STALE');
    expect(recent.faults.length).toBeGreaterThan(0);
    await server.arena.database.withTransaction((transaction) =>
      transaction
        .updateTable('runs')
        .set({ failure_owner: 'platform', failure_code: 'PROVIDER_UNREACHABLE' })
        .where('run_id', '=', recent.faults[0]!.newest.run_id)
        .execute(),
    );
    const after = await faultsOf(24);
    expect(after.faults[0]).toMatchObject({ owner: 'platform', code: 'PROVIDER_UNREACHABLE', runs: 1 });
    expect((await server.ask({ as: 'admin', target: '/v1/admin/faults?hours=0' })).status).toBe(422);
  });
});
