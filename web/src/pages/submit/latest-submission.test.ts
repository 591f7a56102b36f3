import { describe, expect, it } from 'vitest';
import type { LedgerEventWire } from '../../../../src/board/ledger-event.ts';
import type { MinerAgentsWire } from '../../../../src/board/wire.ts';
import { latestSubmission, submissionState } from './latest-submission.ts';

function agents(...versions: readonly (readonly [id: string, at: string] | null)[]): Pick<MinerAgentsWire, 'agents'> {
  return {
    agents: versions.map((version) => ({
      latest_version: version === null ? null : { agent_version_id: version[0], submitted_at: version[1] },
    })),
  } as unknown as Pick<MinerAgentsWire, 'agents'>;
}

function refusedAt(when: string, data: unknown = { codes: ['IMPORT_BLOCKED'] }): LedgerEventWire {
  return { when, why: 'The file was rejected because of security findings.', data } as LedgerEventWire;
}

describe('latest submission', () => {
  const own = agents(['new agent', '2026-01-02T00:00:00Z'], ['old agent', '2026-01-03T00:00:00.000Z'], null);

  it('the latest submission is the newest version of any agent, unless a later file was rejected', () => {
    expect(latestSubmission(agents(), undefined)).toBeUndefined();
    expect(latestSubmission(own, undefined)).toEqual({ kind: 'accepted', versionId: 'old agent' });
    expect(latestSubmission(own, refusedAt('2026-01-02T12:00:00Z'))).toMatchObject({ kind: 'accepted' });
    expect(latestSubmission(own, refusedAt('2026-01-04T00:00:00Z'))).toMatchObject({
      kind: 'refused',
      codes: ['IMPORT_BLOCKED'],
    });
    expect(latestSubmission(agents(), refusedAt('2026-01-01T00:00:00Z', null))).toMatchObject({ codes: [] });
  });

  it.each([
    [{ state: 'QUEUED', queue: { position: 3 } }, 'queued, number 3'],
    [{ state: 'RUNNING', active_count: 2 }, 'running on 2 of 3 validators'],
    [{ state: 'RUNNING', active_count: 1, success_count: 1 }, 'running on 1 of 3 validators, 1 done'],
    [{ state: 'ELIGIBLE', final_score: 0.5 }, 'scored 0.5000'],
    [{ state: 'DISCARDED' }, 'rejected'],
  ])('says where a version is: %o', (given, text) => {
    const fresh = { active_count: 0, success_count: 0, required_successes: 3, final_score: null, queue: {} };
    expect(submissionState({ ...fresh, ...given } as Parameters<typeof submissionState>[0]).text).toBe(text);
  });
});
