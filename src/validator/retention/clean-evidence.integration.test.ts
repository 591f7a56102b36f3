import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AttemptStore } from '../../attempt/record.ts';
import { SAMPLE_RESULT, sealSample } from '../../attempt/testing/sample-attempt.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import { SILENT } from '../log.ts';
import { cleanEvidence } from './clean-evidence.ts';
import { EvidenceRetention } from './evidence-retention.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T00:00:00.000Z');

let folder: string;
let store: AttemptStore;
let time = START;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-clean-'));
  time = START;
  store = new AttemptStore(folder, { now: () => new Date(time) });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A run of two attempts that ends `day` days after the start. */
async function runOn(day: number): Promise<{ runId: string; attempts: string[] }> {
  time = START + day * DAY;
  const runId = randomUUID();
  const attempts: string[] = [];
  for (const own of ['one', 'two']) {
    const dialogue = Buffer.from(`[{"step":"${own} of day ${day}"}]`);
    const { attempt } = await sealSample(store, { run_id: runId }, { ...SAMPLE_RESULT, dialogue });
    attempts.push(attempt.attempt_id);
  }
  return { runId, attempts };
}

function blobs(): string[] {
  return readdirSync(join(folder, 'blobs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 10);
}

/** Makes all blobs look as if they were written long ago. */
function age(): void {
  for (const name of blobs()) utimesSync(join(folder, 'blobs', name), START / 1000, START / 1000);
}

describe('cleanEvidence', () => {
  it('deletes whole runs by age with blobs of no other run, and the rest still verifies', async () => {
    const old = await runOn(0);
    const young = await runOn(20);
    age();
    const before = blobs().length;
    const now = START + 21 * DAY;
    const planned = await cleanEvidence(store, { days: 10, now, dryRun: true });
    expect(planned).toMatchObject({ runs: 1, attempts: 2, oldest: '2026-03-01T00:00:00.000Z' });
    expect(store.list()).toHaveLength(4);
    expect(await cleanEvidence(store, { days: 10, now })).toEqual(planned);
    expect(store.list()).toEqual(young.attempts.toSorted());
    expect(readdirSync(join(folder, 'runs')).filter((name) => name.includes(old.runId))).toEqual([]);
    // Both runs have the same agent, output and calls; only the dialogues of the old run belong to it alone.
    expect(blobs().length).toBeLessThan(before);
    for (const id of young.attempts) expect((await verifyAttempt(store, id)).verified).toBe(true);
    expect(await cleanEvidence(store, { days: 10, now })).toMatchObject({ runs: 0, bytes: 0 });
  });

  it('keeps runs that are open or not delivered, and their agents', async () => {
    const open = await runOn(0);
    await runOn(1);
    age();
    mkdirSync(join(folder, 'journal'));
    const claim = {
      eval_run_id: open.runId,
      agent_version_id: randomUUID(),
      suite_id: 1,
      lease_expires_at: '2026-03-01T00:10:00.000Z',
      code_download_url: 'http://127.0.0.1/',
      phase: 'QUALIFYING',
      code_sha256: 'a'.repeat(64),
      heartbeat_seconds: 30,
    };
    writeFileSync(join(folder, 'journal', `${open.runId}.jsonl`), `${JSON.stringify({ what: 'claimed', claim })}\n`);
    expect(await cleanEvidence(store, { days: 0, bytes: 0, now: START + 90 * DAY })).toMatchObject({ runs: 1 });
    expect(store.list()).toEqual(open.attempts.toSorted());
    for (const id of open.attempts) expect((await verifyAttempt(store, id)).verified).toBe(true);
    // An unreadable journal may belong to any run.
    writeFileSync(join(folder, 'journal', `${open.runId}.jsonl`), 'not a journal\n');
    expect(await cleanEvidence(store, { days: 0, now: START + 90 * DAY })).toMatchObject({ runs: 0 });
  });

  it('deletes the oldest runs until the rest is small enough, and frees what it reports', async () => {
    for (const day of [0, 1, 2]) await runOn(day);
    age();
    const { keptBytes } = await cleanEvidence(store, { bytes: 1e12, now: START });
    const cleaned = await cleanEvidence(store, { bytes: keptBytes - 1, now: START + 90 * DAY });
    expect(cleaned.runs).toBe(1);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    expect(left).toBe(cleaned.keptBytes);
  });

  it('keeps recently written blobs, which an attempt under way may be about to name', async () => {
    await runOn(0);
    const before = blobs().length;
    expect(await cleanEvidence(store, { days: 1, now: Date.now() + 2 * DAY - 2 * DAY })).toMatchObject({ runs: 1 });
    expect(blobs()).toHaveLength(before);
  });
});

describe('EvidenceRetention', () => {
  it('deletes no evidence while the clock is in doubt after a jump', async () => {
    await runOn(0);
    age();
    const clean = async (isSettled: boolean): Promise<number> => {
      const keeper = new EvidenceRetention(store, { retention: { days: 10 }, log: SILENT, clock: { isSettled } });
      keeper.start();
      await keeper.stop();
      return store.list().length;
    };
    expect([await clean(false), await clean(true)]).toEqual([2, 0]);
  });
});
