import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireProblemId } from '../../../../src/arena/exam.ts';
import { receiptHash, signReceipt } from '../../../../src/attempt/record/receipt.ts';
import { AttemptStore } from '../../../../src/attempt/record.ts';
import { SAMPLE_HOTKEY } from '../../../../src/attempt/testing/sample-attempt.ts';
import { hotkeyFromSeed } from '../../../../src/identity/hotkey.ts';
import { canonicalJson } from '../../../../src/json/canonical-json.ts';
import { evidenceFile } from '../../../../src/validator/run/evidence-files.ts';
import type { Result } from '../../../../src/validator/run/run-results.ts';
import { sampleProblem } from '../../../../src/verdict/testing/sample-evidence.ts';
import { sealRecommendation } from '../../../../src/verdict/testing/sample-sealed.ts';
import type { ReportedResult } from './check-result.ts';
import { readEvidenceFile } from './read-files.ts';
import { sumUpChecks } from './sum-up-checks.ts';
import { type ArenaRecord, sha256, verifyEvidence } from './verify-evidence.ts';

const QUOTES = 'What the judge quotes is in the recorded calls';
const problem = sampleProblem();
const folder = mkdtempSync(join(tmpdir(), 'assay-web-verify-'));
let file: string;
let says: ArenaRecord;
let dialogue: Uint8Array;

beforeAll(async () => {
  const store = new AttemptStore(folder);
  const { attempt_id } = await sealRecommendation(store, { problem, productIds: 'lamp', graded: true });
  const read = async (name: string) => JSON.parse(String(await readPart(attempt_id, name)));
  const [attempt, verdict, receipt] = [await read('attempt'), await read('verdict'), await read('receipt')];
  const packed = await evidenceFile(store, { attempt, verdict, receipt } as Result, true);
  file = gunzipSync(packed).toString();
  dialogue = await store.blobs.get(attempt.blobs.dialogue.sha256);
  says = {
    runId: attempt.run_id,
    validator: SAMPLE_HOTKEY.address,
    receiptHash: receiptHash(receipt),
    result: {
      status: verdict.rules.success ? 'SUCCESS' : 'FAILED',
      score: verdict.rules.success ? 1 : 0,
      reasoning_score: verdict.judgement.quality,
    },
    agentHash: attempt.agent.sha256,
    problemId: wireProblemId(problem.id),
    query: problem.query,
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readPart(id: string, name: string): Promise<Buffer> {
  const { readFile } = await import('node:fs/promises');
  return await readFile(join(folder, 'attempts', id, `${name}.json`));
}

// biome-ignore lint/suspicious/noExplicitAny: tests change whatever they like in it
type Loose = any;

/** Names of the checks that fail after a change of the file or of the arena's statements about it. */
async function failing(change: (evidence: Loose) => void, around: Partial<ArenaRecord> = {}): Promise<string[]> {
  const evidence: Loose = JSON.parse(file);
  change(evidence);
  const read = await readEvidenceFile(new Uint8Array(gzipSync(JSON.stringify(evidence))));
  if (!read.ok) throw new Error(read.reason);
  const checks = verifyEvidence(read.value, dialogue, { ...says, ...around });
  return checks.filter(({ ok, what }) => ok === false && what !== QUOTES).map(({ what }) => what);
}

const RECORD = 'The record is the one that was signed';
const SIGNED = 'The receipt is signed by the hotkey it names';
const REPORTED = 'The receipt’s hash matches the one reported with the score';
const ONE = 'Record, verdict and receipt belong to the same attempt';
const AGENT = 'The agent that was run is the one that was submitted';
const PROBLEM = 'The problem that was run is the one on this page';
const SCORE = 'The result that counts matches the signed verdict';
const QUALITY = 'The reasoning quality that counts matches the signed verdict';
const CHAIN = 'The calls are one unbroken chain';
const WHOLE = 'The calls are complete and match the record';

describe('evidence verified in a browser', () => {
  it('the browser verifies evidence as it was signed', async () => {
    expect(await failing(() => {})).toEqual([]);
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it.each<[string, (evidence: Loose) => void, string[]]>([
    ['a better score', ({ verdict }) => (verdict.rules.scores.rule = 0.5), ['The verdict is the one that was signed']],
    ['no verdict', (evidence) => delete evidence.verdict, ['The verdict is the one that was signed']],
    ['less used', ({ attempt }) => (attempt.usage.wall_ms = 1), [RECORD]],
    ['another agent', ({ attempt }) => (attempt.agent.sha256 = 'a'.repeat(64)), [RECORD, ONE, AGENT]],
    ['an agent left out', ({ attempt }) => delete attempt.agent, [RECORD, ONE, AGENT]],
    ['another answer of the gateway', ({ calls }) => (calls[0].response[0].price = 1), [CHAIN]],
    ['a call left out at the end', ({ calls }) => calls.pop(), [WHOLE]],
    ['a call told twice', ({ calls }) => calls.push(calls[0]), [CHAIN]],
    ['something that is not a call', ({ calls }) => (calls[0] = null), [CHAIN]],
    [
      'another signer',
      ({ receipt }) => (receipt.hotkey = hotkeyFromSeed(new Uint8Array(32)).address),
      [SIGNED, 'The signer is the validator of this run', REPORTED, ONE],
    ],
    [
      'no address for a signer',
      ({ receipt }) => (receipt.hotkey = 'x'),
      [SIGNED, 'The signer is the validator of this run', REPORTED, ONE],
    ],
    ['another place in the run', ({ receipt }) => (receipt.sequence = 9), [SIGNED, REPORTED]],
    ['no signature', ({ receipt }) => (receipt.signature = 'yes'), [SIGNED, REPORTED]],
    [
      'a receipt for another time',
      ({ receipt }) => (receipt.signed_at = '2020-01-01T00:00:00.000Z'),
      [SIGNED, REPORTED],
    ],
  ])('the browser detects changed evidence: %s', async (_, change, due) => {
    expect(await failing(change)).toEqual(due);
  });

  it('the browser detects evidence that was signed again later', async () => {
    const forged = await failing((evidence) => {
      const { version: _1, hotkey: _2, signature: _3, ...unsigned } = evidence.receipt;
      evidence.attempt.usage.wall_ms = 1;
      const attempt_hash = sha256(canonicalJson(evidence.attempt));
      evidence.receipt = signReceipt({ ...unsigned, attempt_hash }, SAMPLE_HOTKEY);
    });
    expect(forged).toEqual([REPORTED]);
  });

  it('the browser rejects evidence of another run, validator or question', async () => {
    expect(await failing(() => {}, { runId: 'other' })).toEqual(['The receipt is for this run']);
    expect(await failing(() => {}, { validator: 'other' })).toEqual(['The signer is the validator of this run']);
    expect(await failing(() => {}, { query: 'another' })).toEqual([
      'The question shown here is the one the agent was given',
    ]);
  });

  it('the browser rejects evidence of another agent or problem than the arena has', async () => {
    expect(await failing(() => {}, { agentHash: 'a'.repeat(64) })).toEqual([AGENT]);
    expect(await failing(() => {}, { problemId: wireProblemId('another') })).toEqual([PROBLEM]);
  });

  it.each<[string, Partial<ReportedResult>, string[]]>([
    ['a success that was none', { status: 'FAILED', score: 0 }, [SCORE]],
    ['a failure with a score', { status: 'FAILED' }, [SCORE]],
    ['a success without a score', { score: 0 }, [SCORE]],
    ['no score at all', { score: null }, [SCORE]],
    ['nothing, as if it had not been tried', { status: 'SKIPPED', score: null, reasoning_score: null }, [SCORE]],
    ['lateness', { status: 'TIMED_OUT', score: 0 }, [SCORE]],
    ['a better judgement', { reasoning_score: 0.97 }, [QUALITY]],
  ])('evidence contradicts a report of %s', async (_, reported, due) => {
    const result = { ...says.result!, ...reported };
    expect(await failing(() => {}, { result })).toEqual(expect.arrayContaining(due));
  });

  it('evidence of a signed failure contradicts a report of success', async () => {
    const signed = await failing(
      (evidence) => {
        const { version: _1, hotkey: _2, signature: _3, ...unsigned } = evidence.receipt;
        evidence.verdict.rules.success = false;
        const verdict_hash = sha256(canonicalJson(evidence.verdict));
        evidence.receipt = signReceipt({ ...unsigned, verdict_hash }, SAMPLE_HOTKEY);
      },
      { receiptHash: null, result: { ...says.result!, status: 'SUCCESS', score: 1 } },
    );
    expect(signed).toEqual([SCORE]);
  });

  it('says that not all quotes were checked when there are too many', async () => {
    const evidence: Loose = JSON.parse(file);
    const { response, sequence } = evidence.calls[0];
    evidence.calls[0] = { ...evidence.calls[0], kind: 'inference', response: sayings(response) };
    const quote = { gate: 1, call: sequence, start: 0, end: 4, quote: 'well' };
    for (const [count, ok] of [
      [200, true],
      [201, null],
    ] as const) {
      evidence.verdict.judgement.evidence = Array.from({ length: count }, () => quote);
      const read = await readEvidenceFile(new Uint8Array(gzipSync(JSON.stringify(evidence))));
      const checks = verifyEvidence(read.ok ? read.value : never(), dialogue, says);
      expect(checks.find(({ what }) => what === QUOTES)).toMatchObject({ ok });
    }
  });

  it('says what could not be checked, without calling it verified', async () => {
    const evidence: Loose = JSON.parse(file);
    delete evidence.calls;
    const read = await readEvidenceFile(new Uint8Array(gzipSync(JSON.stringify(evidence))));
    const nothing = { query: null, receiptHash: null, result: null, agentHash: null };
    const checks = verifyEvidence(read.ok ? read.value : never(), null, { ...says, ...nothing });
    expect(checks.filter(({ ok }) => ok === null).map(({ what }) => what)).toEqual([
      REPORTED,
      SCORE,
      QUALITY,
      AGENT,
      'The question shown here is the one the agent was given',
      CHAIN,
      WHOLE,
      'The dialogue is the one the agent returned',
      QUOTES,
    ]);
    expect(checks.map(({ detail }) => detail).join()).not.toContain('too large');
    expect(sumUpChecks(checks)).toMatchObject({ tone: 'quiet', title: 'signed, partly checked' });
  });

  it('the verification summary is the worst of three states', () => {
    const check = (ok: boolean | null) => ({ what: String(ok), ok, detail: '' });
    expect(sumUpChecks([check(true)])).toMatchObject({ tone: 'good', title: 'verified' });
    expect(sumUpChecks([check(true), check(null)])).toMatchObject({ tone: 'quiet' });
    expect(sumUpChecks([check(true), check(null), check(false)])).toMatchObject({ tone: 'bad' });
  });

  it('verifying evidence survives anything in place of its parts', async () => {
    for (const odd of [null, [], 'text', 7, {}, { chain: [] }]) {
      for (const part of ['attempt', 'verdict', 'receipt', 'calls']) {
        expect((await failing((evidence) => (evidence[part] = odd))).length, `${part} ${odd}`).toBeGreaterThan(
          part === 'calls' && !Array.isArray(odd) ? -1 : 0,
        );
      }
    }
  });
});

function sayings(response: unknown) {
  return { ...(response as object), choices: [{ message: { content: 'well said' } }] };
}

function never(): never {
  throw new Error('it could not be read');
}
