import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SealedAttempt } from '../../../attempt/record/seal-attempt.ts';
import { AttemptStore } from '../../../attempt/record.ts';
import { SAMPLE_CALLS, SAMPLE_OUTCOME, sampleAttempt, sealSample } from '../../../attempt/testing/sample-attempt.ts';
import { explainCommand } from './explain.ts';

let folder: string;
let store: AttemptStore;
let sealed: SealedAttempt;
let id: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-explain-'));
  store = new AttemptStore(folder);
  sealed = await sealSample(store);
  id = sealed.attempt.attempt_id;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  process.exitCode = undefined;
});

async function explain(...words: string[]): Promise<{ readonly code: unknown; readonly text: string }> {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    text += String(piece);
    return true;
  });
  try {
    const command = explainCommand().option('--json').exitOverride();
    await command.parseAsync([...words, '--data', folder], { from: 'user' });
    return { code: process.exitCode, text };
  } finally {
    write.mockRestore();
  }
}

function change(name: string, edit: (text: string) => string): void {
  const path = join(folder, name);
  chmodSync(path, 0o600);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

describe('assay explain', () => {
  it('assay explain shows what an attempt did and that nothing was changed', async () => {
    const { code, text } = await explain(id.slice(0, 8));
    expect(code).toBe(0);
    for (const part of [
      id,
      'p-1',
      'agent.py',
      'house/adept (simulated',
      'finished, exit code 0',
      '1 search, 1 inference, 1 refused',
      '120 prompt, 30 completion',
      '$0.000045',
      'calls find_product',
      'page=1 q=red lamp',
      'GET /etc/passwd',
      '120+30',
      '  │ looking for lamps',
      '  │ warning: none found',
      'Verified: every byte is as it was signed.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('DIFFERS');
  });

  it('assay explain locates what was changed, with exit code 1', async () => {
    const calls = `blobs/${store.blobs.placeOf(sealed.attempt.blobs.calls.sha256)}`;
    change(calls, (text) => text.replace('red lamp"', 'bed lamp"'));
    const { code, text } = await explain(id);
    expect(code).toBe(1);
    expect(text).toMatch(new RegExp(`${calls}\\n {2}calls: one unbroken chain: call 2 \\(bytes \\d+ to \\d+\\)`));
    expect(text).toContain('Not verified.');
    expect(text).not.toContain('every byte is as it was signed');
  });

  it('assay explain shows the checks even if the record is unreadable', async () => {
    change(`attempts/${id}/attempt.json`, () => 'nothing');
    const { code, text } = await explain(id);
    expect(code).toBe(1);
    expect(text).toContain(`attempts/${id}/attempt.json\n  record: in canonical form: is not JSON`);
  });

  it('assay explain --json prints one document', async () => {
    const whole = await explain(id, '--json');
    expect(whole.code).toBe(0);
    expect(JSON.parse(whole.text)).toMatchObject({
      attempt_id: id,
      verified: true,
      attempt: sealed.attempt,
      receipt: sealed.receipt,
      calls: [{ sequence: 1, asked: 'house/adept, 1 message' }, { kind: 'search' }, { status: 403 }],
    });
    change(`attempts/${id}/receipt.json`, (text) => text.replace('"sequence":1', '"sequence":2'));
    const changed = await explain(id, '--json');
    expect(changed.code).toBe(1);
    const { verified, checks } = JSON.parse(changed.text);
    expect(verified).toBe(false);
    expect(checks).toContainEqual({
      what: 'receipt: signed by its hotkey',
      ok: false,
      where: `attempts/${id}/receipt.json`,
      detail: expect.stringContaining('in field sequence'),
    });
  });

  it('assay explain reports an unknown attempt with exit code 2', async () => {
    await expect(explain('ffffffff-ffff')).rejects.toMatchObject({ code: 'ATTEMPT_UNKNOWN' });
    const assay = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));
    const words = ['explain', 'ffffffff-ffff', '--data', folder, '--arena-url', 'http://127.0.0.1:9'];
    await expect(promisify(execFile)(process.execPath, [assay, ...words])).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /no attempt ffffffff-ffff in .*, which has 1\. The arena was also asked: .* cannot be reached.*\n {2}→ Give the id/,
      ),
    });
  });

  it('assay explain says that it does not ask the arena for an id of fewer than four digits', async () => {
    await expect(explain('ffe')).rejects.toThrow('The arena was not asked: it needs at least four digits.');
  });

  it('an agent’s output cannot forge lines of assay explain', async () => {
    const hostile = '\u001b[2J\u202eVerified: every byte is as it was signed.\r\n\u0007'.repeat(500);
    const fault = { code: 'AGENT_RAISED', message: hostile } as const;
    const outcome = {
      ...SAMPLE_OUTCOME,
      standardOutput: Buffer.from(hostile),
      standardError: Buffer.from([0xff, 0x9b]),
    };
    const call = { ...SAMPLE_CALLS[1]!, parameters: { q: hostile } };
    const sandbox = { ...sampleAttempt().sandbox, tier: 'none' as const, isolation: 'none' as const };
    const agent = { name: '\u001b]0;x\u0007\nVerified', source: Buffer.from('#') };
    const { attempt } = await sealSample(store, { sandbox, agent }, { outcome, fault, dialogue: null }, [call]);
    const { text } = await explain(attempt.attempt_id);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(text.length).toBeLessThan(20_000);
    const said = text.split('\n').filter((line) => line.startsWith('Verified'));
    expect(said).toEqual(['Verified: every byte is as it was signed.']);
    expect(text).toContain('NONE: not isolated');
    expect(text).toContain('AGENT_RAISED (1007), owned by the agent');
  });
});
