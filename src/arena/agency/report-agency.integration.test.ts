import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { invalidateRun } from '../operator/invalidate-run.ts';
import { completeRun } from '../queue/complete-run.ts';
import { counts, sampleReport, solved } from '../testing/sample-agency.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { claim, eventsOf, queueVersion } from '../testing/sample-queue.ts';
import { agencyReportSchema } from '../wire/agency-wire.ts';
import { readAgencyOf } from './read-agency.ts';
import { reportAgency } from './report-agency.ts';
import { wantedProbes } from './wanted-probes.ts';

const PROBLEMS = 14;

onEveryEngine('agency reports', (makeDatabase) => {
  let arena: SampleArena;
  let version: string;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS });
    version = await queueVersion(arena);
  });
  afterEach(async () => await arena.close());

  const REPORT = sampleReport(counts([3, 4], [0, 0], [0, 2]));

  it('an agency report is stored once, published without model text, and added to the others', async () => {
    const [first, second] = [await claim(arena, 'alice'), await claim(arena, 'bob')];
    const wanted = (hotkey: string, runId = 'another run') =>
      wantedProbes(arena, { agentVersionId: version, runId, hotkey });
    const nothing = counts([0, 0], [0, 0], [0, 0]);
    expect(await wanted('carol')).toEqual({ attempts: 3, observed: nothing, by_validator: [], own: nothing });
    expect(agencyReportSchema.parse(REPORT)).toEqual(REPORT);
    for (const _ of [1, 2]) {
      expect(await reportAgency(arena, 'alice', first.runId, REPORT)).toEqual({ accepted: true });
    }
    const other = sampleReport(counts([4, 4], [0, 0], [2, 2]));
    expect(await reportAgency(arena, 'alice', first.runId, other)).toEqual({ accepted: false });
    await reportAgency(arena, 'bob', second.runId, sampleReport(counts([2, 4], [1, 1], [0, 1])));
    const { rates, reports, probeAttempts } = await readAgencyOf(arena.database.reader, version);
    expect({ reports, probeAttempts }).toEqual({ reports: 2, probeAttempts: 4 });
    expect(rates.search).toMatchObject({ followed: 5, of: 8, decides: 'model' });
    expect(rates.recommend).toMatchObject({ followed: 0, of: 3, decides: 'program' });
    // Twelve observations are enough.
    const all = { attempts: 0, observed: counts([5, 8], [1, 1], [0, 3]) };
    const bobs = counts([2, 4], [1, 1], [0, 1]);
    expect(await wanted('carol')).toEqual({ ...all, by_validator: [REPORT.decisions, bobs], own: nothing });
    // A validator's own earlier observations are not those of another observer.
    expect(await wanted('alice')).toEqual({ ...all, by_validator: [bobs], own: REPORT.decisions });
    // The claim of a run that was already reported, repeated for its validator.
    expect(await wanted('alice', first.runId)).toMatchObject({ by_validator: [bobs], own: nothing });
    const events = await eventsOf(arena, 'run.probed');
    expect(events.map(({ who, data }) => [who, (data as { search_of: number }).search_of])).toEqual([
      ['alice', 4],
      ['bob', 4],
    ]);
    expect(events[0]!.data).toMatchObject({ agent_version_id: version, probe_attempts: 2, recommend_followed: 0 });
  });

  it('an agency report is accepted only from the validator of the run, also after completion', async () => {
    const { runId } = await claim(arena, 'alice');
    await expect(reportAgency(arena, 'bob', runId, REPORT)).rejects.toMatchObject({ code: 'NOT_RUN_OWNER' });
    await completeRun(arena, 'alice', runId, solved(7, PROBLEMS));
    expect(await reportAgency(arena, 'alice', runId, REPORT)).toEqual({ accepted: true });
  });

  it('an agency report is rejected after the lease expired, or with more than the probes of a run can show', async () => {
    const { runId } = await claim(arena, 'alice');
    const more = sampleReport(counts([3, 3], [0, 0], [0, 0]), 3);
    const many = sampleReport(counts([0, 41], [0, 0], [0, 0]));
    const unsigned = { ...REPORT, receipt_hashes: [] };
    const tooFewKeys = { ...REPORT, evidence_keys: [null] };
    for (const report of [more, many, unsigned, tooFewKeys, { ...REPORT, scored_attempts: 15 }]) {
      await expect(reportAgency(arena, 'alice', runId, report)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
    expect(agencyReportSchema.safeParse(sampleReport(counts([5, 4], [0, 0], [0, 0]))).success).toBe(false);
    arena.pass(arena.policy.queue.leaseSeconds * 1_000 + 1);
    await expect(reportAgency(arena, 'alice', runId, REPORT)).rejects.toMatchObject({ code: 'LEASE_EXPIRED' });
    expect(await eventsOf(arena, 'run.probed')).toEqual([]);
  });

  it('an agency report of a run without a score does not count', async () => {
    const [first, second] = [await claim(arena, 'alice'), await claim(arena, 'bob')];
    await reportAgency(arena, 'alice', first.runId, REPORT);
    await completeRun(arena, 'alice', first.runId, { terminal_status: 'FAILED', failure_owner: 'validator' });
    await completeRun(arena, 'bob', second.runId, { terminal_status: 'FAILED', failure_owner: 'validator' });
    await reportAgency(arena, 'bob', second.runId, REPORT);
    expect(await readAgencyOf(arena.database.reader, version)).toMatchObject({ reports: 0 });
  });

  it('an agency report of an invalidated run no longer counts', async () => {
    const { runId } = await claim(arena, 'alice');
    await reportAgency(arena, 'alice', runId, REPORT);
    await invalidateRun(arena, runId, { who: 'operator', reason: 'a broken gateway' });
    expect(await readAgencyOf(arena.database.reader, version)).toMatchObject({ reports: 0 });
  });
});
