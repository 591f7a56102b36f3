import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ClaimedRun } from '../arena/arena-api.ts';
import { RunJournal } from './run-journal.ts';

const root = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(root, { recursive: true }));

function claim(): ClaimedRun {
  return {
    eval_run_id: randomUUID(),
    agent_version_id: randomUUID(),
    suite_id: 1,
    lease_expires_at: new Date().toISOString(),
    code_download_url: 'http://127.0.0.1:1/code',
    inference_token: { provider: 'chutes', access_token: 'secret', base_url: 'http://x/v1', expires_at: 'later' },
    phase: 'QUALIFYING',
    code_sha256: 'a'.repeat(64),
    heartbeat_seconds: 30,
  };
}

describe('the journal of a run', () => {
  it('a run journal is complete after a restart, and readable by its owner only', () => {
    const folder = join(root, 'kept');
    const claimed = claim();
    const journal = RunJournal.begin(folder, claimed);
    const uploaded = { what: 'uploaded', attempt_id: randomUUID(), logs_key: null, evidence_key: 'k' } as const;
    journal.add(uploaded);
    journal.add({ what: 'ending', completion: { terminal_status: 'FAILED', failure_reason: 'so' } });
    const { journals, unreadable } = RunJournal.openAll(folder);
    expect(unreadable).toEqual([]);
    expect(journals.map((each) => each.claim)).toEqual([claimed]);
    expect(journals[0]!.all('uploaded')).toEqual([uploaded]);
    expect(journals[0]!.ending).toMatchObject({ terminal_status: 'FAILED', failure_reason: 'so' });
    expect(statSync(join(folder, `${journal.runId}.jsonl`)).mode & 0o777).toBe(0o600);
    journals[0]!.remove();
    expect(RunJournal.openAll(folder).journals).toEqual([]);
  });

  it('a run journal continues after its last complete line', () => {
    const folder = join(root, 'torn');
    const journal = RunJournal.begin(folder, claim());
    const path = join(folder, `${journal.runId}.jsonl`);
    const given = { what: 'given up', at: 7 } as const;
    const line = JSON.stringify(given);
    for (const cut of [1, line.length - 1, line.length]) {
      appendFileSync(path, line.slice(0, cut));
      const [again] = RunJournal.openAll(folder).journals;
      expect(again!.all('given up')).toEqual([]);
      again!.add(given);
      expect(RunJournal.openAll(folder).journals[0]!.all('given up')).toEqual([given]);
      const whole = readFileSync(path, 'utf8');
      writeFileSync(path, whole.slice(0, whole.indexOf('\n') + 1));
    }
  });

  it('names an unreadable run journal', () => {
    const folder = join(root, 'empty');
    RunJournal.begin(folder, claim()).remove();
    writeFileSync(join(folder, 'x.jsonl'), '{"what":"cla');
    expect(RunJournal.openAll(folder)).toEqual({ journals: [], unreadable: [join(folder, 'x.jsonl')] });
  });
});
