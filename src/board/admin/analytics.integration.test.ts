import { afterEach, beforeEach, expect, it } from 'vitest';
import { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { expectWire } from '../testing/expect-wire.ts';
import { addItem, addRun, addValidator } from '../testing/sample-runs.ts';
import {
  validatorFailuresQuerySchema,
  validatorFailuresSchema,
  validatorResourcesQuerySchema,
  validatorResourcesSchema,
  validatorScoresQuerySchema,
  validatorScoresSchema,
  versionVarianceQuerySchema,
  versionVarianceSchema,
} from '../wire/admin-analytics-wire.ts';
import { validatorFailures } from './validator-failures.ts';
import { validatorResources } from './validator-resources.ts';
import { validatorScores } from './validator-scores.ts';
import { versionVariance } from './version-variance.ts';

onEveryEngine('reports that compare validators', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
    const { arena } = day;
    const item = await addItem(arena, await arena.addVersion({ hotkey: 'owner', name: 'fox' }));
    await addValidator(arena, 'a', { cpu_pct: 12.5, metrics_at: arena.now() });
    await addValidator(arena, 'b');
    await addRun(arena, { work_item_id: item, validator_hotkey: 'a', score: 0.4 });
    await addRun(arena, { work_item_id: item, validator_hotkey: 'b', score: 0.6 });
    const failed = { status: 'FAILED', score: null, is_included: false, failure_reason: 'No disk' } as const;
    await addRun(arena, { work_item_id: item, validator_hotkey: 'b', ...failed });
  });
  afterEach(async () => await day.remove());

  it('the validator report has the scores and failure counts of each validator', async () => {
    const ask = async (query: object) =>
      expectWire(validatorScoresSchema, await validatorScores(day.arena, validatorScoresQuerySchema.parse(query)));
    const scores = await ask({});
    expect(scores.global_avg_score).toBeCloseTo(0.5);
    expect(scores.validators).toMatchObject([
      { validator_hotkey: 'a', total_runs: 1, avg_score: 0.4, success_rate: 1, avg_execution_seconds: 60 },
      { validator_hotkey: 'b', total_runs: 1, failed_count: 1, success_rate: 0.5, last_failure_reason: 'No disk' },
    ]);
    expect(scores.validators[1]!.deviation_from_global).toBeCloseTo(0.1);
    expect((await ask({ phase: 'RACE' })).validators).toEqual([]);
    expect((await ask({ since: '2099-01-01T00:00:00Z' })).validators).toEqual([]);
  });

  it('the validator report lists versions by how far validators disagree', async () => {
    const ask = async (query: object) =>
      expectWire(versionVarianceSchema, await versionVariance(day.arena, versionVarianceQuerySchema.parse(query)));
    const { agent_versions } = await ask({});
    expect(agent_versions).toMatchObject([{ agent_name: 'fox', validator_count: 2, is_high_variance: true }]);
    expect(agent_versions[0]!.spread).toBeCloseTo(0.2);
    expect((await ask({ variance_threshold: '0.3' })).agent_versions).toMatchObject([{ is_high_variance: false }]);
  });

  it('the validator report lists the failures of one validator', async () => {
    const ask = async (hotkey: string) =>
      expectWire(
        validatorFailuresSchema,
        await validatorFailures(day.arena, hotkey, validatorFailuresQuerySchema.parse({})),
      );
    expect(await ask('b')).toMatchObject({ total: 1, failures: [{ status: 'FAILED', failure_reason: 'No disk' }] });
    expect(await ask('a')).toMatchObject({ total: 0, failures: [] });
  });

  it('the validator report shows the newest load within the requested time', async () => {
    const ask = async (start: string, end: string) =>
      expectWire(
        validatorResourcesSchema,
        await validatorResources(day.arena, validatorResourcesQuerySchema.parse({ start, end })),
      );
    expect(await ask('2000-01-01T00:00:00Z', '2099-01-01T00:00:00Z')).toMatchObject({
      count: 1,
      samples: [{ validator_hotkey: 'a', cpu_pct: 12.5 }],
    });
    expect(await ask('2098-01-01T00:00:00Z', '2099-01-01T00:00:00Z')).toEqual({ samples: [], count: 0 });
  });
});
