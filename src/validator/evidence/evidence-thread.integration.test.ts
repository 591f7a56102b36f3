import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecordedCalls } from '../../attempt/record/read-recorded-calls.ts';
import type { WorkingAttempt } from '../../attempt/record/working-attempt.ts';
import { AttemptStore } from '../../attempt/record.ts';
import { sampleAttempt } from '../../attempt/testing/sample-attempt.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import { chainCall, openChain } from '../../gateway/calls/call-chain.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { parseJson } from '../../json/parse-json.ts';
import { sampleProduct } from '../../market/testing/sample-products.ts';
import type { Problem } from '../../problems/problem.ts';
import { scaled } from '../../testing/scaled.ts';
import { examinationOf, gradeExamined } from '../../verdict/examine-calls.ts';
import { gradeAttempt } from '../../verdict/grade-attempt.ts';
import { ALL_ATTACKS } from '../../verdict/judge/attacks/all-attacks.ts';
import { readOutsideAttempts } from '../../verdict/judge/attacks/outside/read-outside.ts';
import { readChoice } from '../../verdict/judge/decision/read-choice.ts';
import type { JudgedAttempt } from '../../verdict/judge/judged-attempt.ts';
import { readLabelledAttempts } from '../../verdict/judge/labelled/labelled-attempt.ts';
import { JudgePanel, judgeByGates } from '../../verdict/judge.ts';
import { MAT_WISH, sampleProblem } from '../../verdict/testing/sample-evidence.ts';
import { sealRecommendation } from '../../verdict/testing/sample-sealed.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { askEvidenceThread } from './ask-evidence-thread.ts';
import { certifyAttempt } from './certify-attempt.ts';

const OUTSIDE = fileURLToPath(new URL('../../verdict/judge/attacks/outside/tuning', import.meta.url));
/** Attempts of our agents, attacks on the judge, and attempts written by others. */
const ATTEMPTS: readonly JudgedAttempt[] = [
  ...readLabelledAttempts(),
  ...ALL_ATTACKS.map(({ attempt }) => attempt),
  ...readOutsideAttempts(OUTSIDE).map(({ attempt }) => attempt),
];
const ID = '00000000-0000-4000-8000-000000000001';
const FAULT = { code: 'AGENT_RAISED', number: 1007, owner: 'agent', message: 'agent_main raised' } as const;

let folder: string;
let store: AttemptStore;
let begun: WorkingAttempt;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-thread-'));
  store = new AttemptStore(folder);
  begun = await store.begin(sampleAttempt());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Records calls as the gateway does, in a separate file. */
function record({ calls }: JudgedAttempt, name: string): WorkingAttempt {
  let head = openChain(begun.opening);
  const lines = [...calls]
    .sort((left, right) => left.sequence - right.sequence)
    .map(({ sequence: _1, previous: _2, hash: _3, ...unchained }) => {
      const { call, text } = chainCall(unchained, head);
      head = call;
      return `${text}\n`;
    });
  const callsPath = join(begun.folder, `${name}.jsonl`);
  writeFileSync(callsPath, lines.join(''));
  return { ...begun, callsPath };
}

/** A problem whose target is the product recommended first, so that some attempts succeed. */
function problemOf({ problem: { query }, dialogue }: JudgedAttempt): Problem {
  const [productId = 'none'] = readChoice(dialogue).ids;
  return sampleProblem({ query, targets: [{ ...MAT_WISH, productId, titles: ['Yoga Mat'], attributes: {} }] });
}

const search = {
  products: async (ids: readonly string[]) => ids.map((id) => sampleProduct(id, { title: 'Yoga Mat' })),
};

describe('the evidence thread', () => {
  it('the evidence thread gives the same verdicts for some attempts, byte for byte', async () => {
    const seen = await compareVerdicts(ATTEMPTS.filter((_, place) => place % 12 === 0));
    expect(seen.successes).toBeGreaterThan(0);
    expect(seen.failures).toBeGreaterThan(0);
  });

  it('the evidence thread gives the same verdicts for all attempts, byte for byte', {
    tags: 'slow',
    timeout: scaled(120_000),
  }, async () => {
    const seen = await compareVerdicts(ATTEMPTS);
    expect(seen.successes).toBeGreaterThan(10);
    expect(seen.failures).toBeGreaterThan(10);
    expect(seen.qualities.size).toBe(5);
  });

  async function compareVerdicts(attempts: readonly JudgedAttempt[]) {
    const seen = { successes: 0, failures: 0, qualities: new Set<number | null>() };
    for (const [place, attempt] of attempts.entries()) {
      const { dialogue } = attempt;
      const problem = problemOf(attempt);
      const working = record(attempt, `same-${place}`);
      const fault = place % 5 === 0 ? FAULT : null;
      const { calls } = readRecordedCalls(working);
      const evidence = { problem, dialogue, calls, fault };
      const here = await gradeAttempt(ID, evidence, { search, judge: async (given) => judgeByGates(given) });
      const { examined, summary } = await askEvidenceThread('keepCalls', {
        recorded: { data: folder, working },
        examination: examinationOf({ problem, dialogue }, 'gates'),
      });
      const there = await gradeExamined(ID, { problem, dialogue, fault }, examined!, { search });
      expect(canonicalJson(there)).toBe(canonicalJson(here));
      expect(summary.count).toBe(calls.length);
      note(seen, there);
    }
    return seen;
  }

  it('the evidence thread describes calls to a panel as the main thread does', async () => {
    const attempt = ATTEMPTS.find(({ calls }) => calls.length > 5)!;
    const problem = problemOf(attempt);
    const { dialogue } = attempt;
    const working = record(attempt, 'panel');
    const { examined } = await askEvidenceThread('keepCalls', {
      recorded: { data: folder, working },
      examination: examinationOf({ problem, dialogue }, 'panel'),
    });
    const sent: string[] = [];
    const inference = {
      chat: async ({ messages }: { readonly messages: readonly unknown[] }): Promise<never> => {
        sent.push(JSON.stringify(messages).replaceAll(/\[[0-9a-f]{24}\]/g, '[mark]'));
        throw new Error('there is no judge');
      },
      models: async () => [],
    };
    const panel = () => new JudgePanel({ inference, models: ['judge'], tries: 1 });
    const { calls } = readRecordedCalls(working);
    await panel()
      .judge({ problem, dialogue, calls })
      .catch(() => {});
    await gradeExamined(ID, { problem, dialogue, fault: null }, examined!, { search, panel: panel() }).catch(() => {});
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
    expect(sent[0]).toContain('searches');
  });

  it('the evidence thread rejects changed calls as the reader does', async () => {
    const working = record(ATTEMPTS[0]!, 'changed');
    writeFileSync(working.callsPath, '{}\n');
    const asked = askEvidenceThread('keepCalls', { recorded: { data: folder, working }, examination: null });
    await expect(asked).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT', owner: 'platform' });
    const again = record(ATTEMPTS[0]!, 'other-head');
    const recorded = { data: folder, working: again, callsHead: '0'.repeat(64) };
    await expect(askEvidenceThread('keepCalls', { recorded, examination: null })).rejects.toThrow(/does not end with/);
  });

  it('the evidence thread certifies and packs sealed attempts as the main thread does', async () => {
    const { attempt_id: attemptId, run_id: runId } = await sealRecommendation(store, {
      problem: sampleProblem(),
      productIds: 'lamp',
      graded: true,
    });
    const place = { data: folder, attemptId };
    const certified = await askEvidenceThread('certify', { ...place, runId });
    expect(certified).toEqual(await certifyAttempt(store, runId, attemptId));
    const { attempt, verdict, receipt } = certified;
    const signed = { attempt, verdict, receipt };
    const file = await askEvidenceThread('packEvidence', { ...place, signed });
    const { calls } = await verifyAttempt(store, attemptId);
    expect(calls).toHaveLength(1);
    expect(parseJson(gunzipSync(file).toString('utf8'))).toMatchObject({
      ok: true,
      value: JSON.parse(JSON.stringify({ version: 1, ...signed, calls })),
    });
    await expect(askEvidenceThread('certify', { ...place, runId: attemptId })).rejects.toMatchObject({
      code: 'EVIDENCE_CORRUPT',
    });
  });
});

function note(
  seen: { successes: number; failures: number; readonly qualities: Set<number | null> },
  { rules, judgement }: Verdict,
): void {
  if (rules.success) seen.successes++;
  else seen.failures++;
  seen.qualities.add(judgement.quality);
}
