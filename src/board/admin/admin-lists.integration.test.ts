import { afterEach, beforeEach, expect, it } from 'vitest';
import { finishRacer } from '../../arena/testing/sample-race.ts';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import { json } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addItem, addRun, addValidator, UNDER_WAY } from '../testing/sample-runs.ts';
import {
  adminMinersQuerySchema,
  adminMinersSchema,
  adminValidatorsQuerySchema,
  adminValidatorsSchema,
} from '../wire/admin-people-wire.ts';
import { adminRunsQuerySchema, adminRunsSchema } from '../wire/admin-runs-wire.ts';
import { adminVersionsQuerySchema, adminVersionsSchema } from '../wire/admin-versions-wire.ts';
import { adminMiners } from './admin-miners.ts';
import { adminRuns } from './admin-runs.ts';
import { adminValidators } from './admin-validators.ts';
import { adminVersions } from './admin-versions.ts';

type Query = Readonly<Record<string, unknown>>;

onEveryEngine('the operator’s lists', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  it('the operator’s version list can be filtered by achievement, contestant and time', async () => {
    const eligible = await day.qualified(0.9, 'owner');
    const discarded = await day.qualified(0.8);
    const waiting = await day.arena.addVersion({ submittedAt: day.arena.now() + 5_000 });
    await day.discard(discarded);
    const item = await addItem(day.arena, waiting);
    await addRun(day.arena, { work_item_id: item, validator_hotkey: 'a' });
    await addRun(day.arena, { work_item_id: item, validator_hotkey: 'b', ...UNDER_WAY });
    const read = async (query: Query = {}) =>
      expectWire(adminVersionsSchema, await adminVersions(day.arena, adminVersionsQuerySchema.parse(query)));
    const ids = async (query: Query) => (await read(query)).agent_versions.map((each) => each.agent_version_id);
    expect(await read()).toMatchObject({
      total: 3,
      agent_versions: [
        {
          agent_version_id: waiting,
          is_eligible: false,
          is_discarded: false,
          work_item_is_closed: false,
          work_item_is_cancelled: false,
          work_item_included_success_count: 1,
          active_run_count: 1,
        },
        { agent_version_id: discarded, is_discarded: true, work_item_is_closed: null, active_run_count: null },
        { agent_version_id: eligible, is_eligible: true, final_score: 0.9, is_current_top: false },
      ],
    });
    expect(await ids({ is_eligible: 'true' })).toEqual([discarded, eligible]);
    expect(await ids({ is_eligible: 'false' })).toEqual([waiting]);
    expect(await ids({ is_discarded: 'true' })).toEqual([discarded]);
    expect(await ids({ is_flagged: 'true' })).toEqual([]);
    expect(await ids({ miner_hotkey: 'owner' })).toEqual([eligible]);
    expect(await ids({ since: new Date(day.arena.now()).toISOString() })).toEqual([waiting]);
    expect(await ids({ until: new Date(day.arena.now()).toISOString(), limit: 1, offset: 1 })).toEqual([eligible]);
    await expect(read({ suite_id: 4 })).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' });
  });

  it('the operator’s run list is complete, running races included', async () => {
    const [one, other] = [await day.qualified(0.9, 'owner'), await day.qualified(0.89)];
    const item = await addItem(day.arena, one);
    const failed = await addRun(day.arena, {
      work_item_id: item,
      validator_hotkey: 'a',
      status: 'FAILED',
      is_included: false,
      score: null,
      failure_reason: 'No space left',
      failure_owner: 'validator',
      claimed_at: 10,
      sandbox_metadata: json({ exit_code: 1, stderr_tail: 'printed' }),
    });
    await day.close();
    await finishRacer(day.arena, other, { solved: 12 });
    await day.arena.database.withTransaction(async (transaction) => {
      await transaction
        .insertInto('inference_credentials')
        .values({ hotkey: 'owner', provider: 'chutes', sealed: Buffer.from('s'), is_default: true, updated_at: 1 })
        .execute();
    });
    const read = async (query: Query = {}) =>
      expectWire(adminRunsSchema, await adminRuns(day.arena, adminRunsQuerySchema.parse(query)));
    const { race_id } = await day.race();
    expect(await read({ race_id, limit: 1 })).toMatchObject({
      total: 2,
      evaluation_runs: [{ phase: 'RACE', race_number: 1, score: 0.6, status: 'SUCCESS', inference_provider: null }],
    });
    const only = [
      { status: 'FAILED' },
      { agent_version_id: one },
      { validator_hotkey: 'a' },
      { phase: 'QUALIFYING' },
      { eval_work_item_id: item },
      { inference_provider: 'chutes' },
      { until: '1970-01-01T00:00:01' },
    ];
    for (const query of only) {
      expect(await read(query), JSON.stringify(query)).toMatchObject({
        total: 1,
        evaluation_runs: [
          {
            run_id: failed,
            failure_reason: 'No space left',
            sandbox_metadata: { stderr_tail: 'printed' },
            inference_provider: 'chutes',
          },
        ],
      });
    }
    expect((await read({ since: '1971-01-01T00:00:00Z' })).total).toBe(2);
  });

  it('the operator’s lists show contestants and validators, banned or not', async () => {
    await day.qualified(0.9, 'good');
    await day.arena.addVersion({ hotkey: 'bad', submittedAt: day.arena.now() + 1 });
    await day.ban('bad');
    await addValidator(day.arena, 'v1', { registered_at: 1, max_concurrent_runs: 3 });
    await addValidator(day.arena, 'v2', { registered_at: 2 });
    await day.arena.database.withTransaction(async (transaction) => {
      const ban = { hotkey: 'v2', role: 'validator', reason: 'lied', banned_by: 'operator', banned_at: 5_000 } as const;
      await transaction.insertInto('bans').values(ban).execute();
      await transaction
        .insertInto('contestants')
        .values({
          hotkey: 'refused',
          first_seen_at: 1,
          next_allowed_at: day.arena.now() + 1_500,
          last_submitted_at: null,
        })
        .execute();
    });
    const miners = async (query: Query = {}) =>
      expectWire(adminMinersSchema, await adminMiners(day.arena, adminMinersQuerySchema.parse(query)));
    expect(await miners()).toMatchObject({
      total: 3,
      miners: [
        { miner_hotkey: 'bad', is_banned: true, ban_reason: 'cheated', agent_count: 1 },
        { miner_hotkey: 'good', is_banned: false, ban_reason: null, cooldown_remaining_seconds: 0 },
        { miner_hotkey: 'refused', agent_count: 0, last_submitted_at: null, cooldown_remaining_seconds: 2 },
      ],
    });
    expect((await miners({ is_banned: 'true' })).miners).toHaveLength(1);
    expect((await miners({ is_banned: 'false', limit: 1 })).total).toBe(2);
    expect((await miners({ since: new Date(day.arena.now() + 1).toISOString() })).total).toBe(1);
    const validators = async (query: Query = {}) =>
      expectWire(adminValidatorsSchema, await adminValidators(day.arena, adminValidatorsQuerySchema.parse(query)));
    expect(await validators()).toMatchObject({
      total: 2,
      validators: [
        { hotkey: 'v1', is_banned: false, max_concurrent_runs: 3 },
        { hotkey: 'v2', is_banned: true, ban_reason: 'lied', banned_at: '1970-01-01T00:00:05.000Z' },
      ],
    });
    expect((await validators({ is_banned: 'false' })).validators).toMatchObject([{ hotkey: 'v1' }]);
  });
});
