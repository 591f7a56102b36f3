import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { agencyNumber } from '../agency/agency-number.ts';
import { sampleRows } from '../testing/sample-attempts.ts';
import { sampleFilterOptions } from '../testing/sample-filter-options.ts';
import { filterAttempts } from './filter-attempts.ts';
import { readAgency } from './read-agency.ts';

const folder = mkdtempSync(join(tmpdir(), 'agency-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('agency score', () => {
  it('the agency score counts the recommendation as a call when its origin is known', () => {
    const calls = [1, 2, 3];
    expect(agencyNumber({ share: 1, calls, recommendation: 'emitted' })).toBe(1);
    expect(agencyNumber({ share: 1, calls, recommendation: 'scripted' })).toBe(0.75);
    expect(agencyNumber({ share: 0, calls, recommendation: 'emitted' })).toBe(0.25);
    expect(agencyNumber({ share: 1, calls, recommendation: 'unknown' })).toBe(1);
    expect(agencyNumber({ share: 0, calls: [], recommendation: 'none' })).toBe(0);
  });

  it('every attempt of a filtered corpus has an agency score, 0 for a disguised script', async () => {
    writeFileSync(join(folder, 'day.jsonl'), [...sampleRows(24)].map((row) => `${row}\n`).join(''));
    const out = join(folder, 'out');
    const { rows, kept } = await filterAttempts(sampleFilterOptions(join(folder, 'day.jsonl'), out));
    expect(kept).toBeGreaterThan(0);
    const found = await readAgency(out);
    expect(new Set(found.map(({ attempt_id }) => attempt_id)).size).toBe(rows);
    const line = readFileSync(join(out, 'trajectories.jsonl'), 'utf8').split('\n')[0]!;
    const { id, agent } = JSON.parse(line) as { id: string; agent: string };
    const agencyOf = async () => (await readAgency(out)).find(({ attempt_id }) => attempt_id === id)!.agency;
    expect(await agencyOf()).toBeGreaterThan(0.8);
    const summary = JSON.parse(readFileSync(join(out, 'filter.json'), 'utf8')) as { versions: object };
    const versions = { ...summary.versions, [agent]: { verdict: 'independent of the model' } };
    writeFileSync(join(out, 'filter.json'), JSON.stringify({ ...summary, versions }));
    expect(await agencyOf()).toBe(0);
  });
});
