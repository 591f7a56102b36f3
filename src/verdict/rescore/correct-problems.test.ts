import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Attempt } from '../../attempt/attempt.ts';
import { AttemptStore } from '../../attempt/record.ts';
import { SAMPLE_HOTKEY } from '../../attempt/testing/sample-attempt.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { Problem } from '../../problems/problem.ts';
import { embeddingMeasure, lexicalMeasureAt, type TitleMeasure } from '../../problems/satisfy/title-measure.ts';
import { problemDigest } from '../../problems/suites.ts';
import { sha256 } from '../../store/sha256.ts';
import { LAMP_WISH, lookupOf, MAT_WISH, SHOP_PROBLEM, sampleProblem } from '../testing/sample-evidence.ts';
import { SAMPLE_JUDGEMENT, sealRecommendation } from '../testing/sample-sealed.ts';
import { type CorrectionOptions, correctProblems } from './correct-problems.ts';
import { correctionHash, verdictHash } from './correction.ts';
import { readCorrections } from './correction-folder.ts';
import { readDisputes, recordDispute } from './dispute-file.ts';
import { signDocument } from './sign-document.ts';

/** The key has a mat although the question is about a lamp. */
const WRONG = sampleProblem({ id: 'p-1', targets: [MAT_WISH] });
const RIGHT = sampleProblem({ id: 'p-1', targets: [LAMP_WISH] });
const OLD: readonly Problem[] = [WRONG, SHOP_PROBLEM];

const OTHER_HOTKEY = hotkeyFromSeed(new Uint8Array(32).fill(9));

let folder: string;
let store: AttemptStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-correct-'));
  store = new AttemptStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function correct(rest: Partial<CorrectionOptions> = {}) {
  const order = { store, old: OLD, corrected: [RIGHT], products: lookupOf(), hotkey: SAMPLE_HOTKEY };
  return correctProblems({ ...order, ...rest });
}

function attempted(
  productIds: unknown,
  rest: { agent?: string; graded?: boolean; problem?: Problem; titles?: TitleMeasure } = {},
) {
  return sealRecommendation(store, { problem: WRONG, graded: true, productIds, ...rest });
}

function verdictBytes({ attempt_id }: Attempt): Uint8Array {
  return readFileSync(join(folder, 'attempts', attempt_id, 'verdict.json'));
}

function correctionsOf({ attempt_id }: Attempt) {
  return readCorrections(folder, attempt_id, SAMPLE_HOTKEY.address);
}

function damage(path: string, edit: (text: string) => string): void {
  chmodSync(join(folder, path), 0o600);
  writeFileSync(join(folder, path), edit(readFileSync(join(folder, path), 'utf8')));
}

describe('correctProblems', () => {
  it('a correction reports changes per attempt and agent, and leaves sealed bytes unchanged', async () => {
    const wronged = await attempted('lamp');
    const lucky = await attempted('mat', { agent: 'lucky.py' });
    await attempted('lamp,mat', { problem: SHOP_PROBLEM });
    const before = verdictBytes(wronged);

    const report = await correct({ reason: 'The key wanted a mat.' });
    expect(report.refused).toEqual([]);
    expect(report.keys).toMatchObject([{ digestBefore: problemDigest(WRONG), digestAfter: problemDigest(RIGHT) }]);
    const moved = new Map(report.rescored.map((each) => [each.attempt_id, each]));
    expect(moved.get(wronged.attempt_id)).toMatchObject({
      problem_id: 'p-1',
      before: { success: false, scores: { rule: 0 } },
      after: { success: true, scores: { rule: 1, gt: 1 } },
    });
    expect(moved.get(lucky.attempt_id)).toMatchObject({ before: { success: true }, after: { success: false } });
    expect(report.rescored).toHaveLength(2);
    expect(report.agents).toMatchObject([
      { agent: { name: 'lucky.py' }, attempts: 1, rate_before: 1, rate_after: 0 },
      { agent: { name: 'agent.py' }, attempts: 2, successes_before: 1, successes_after: 2, rate_before: 0.5 },
    ]);

    expect(Buffer.compare(verdictBytes(wronged), before)).toBe(0);
    for (const id of store.list()) expect((await verifyAttempt(store, id)).verified).toBe(true);
  });

  it('writes a signed correction that names both keys and the verdict it replaces', async () => {
    const attempt = await attempted('lamp');
    await correct({ reason: 'The key wanted a mat.', now: () => new Date('2026-03-02T00:00:00.000Z') });
    const [correction, ...more] = correctionsOf(attempt);
    expect(more).toEqual([]);
    expect(correction).toMatchObject({
      version: 1,
      attempt_id: attempt.attempt_id,
      sequence: 1,
      previous: null,
      old_verdict_hash: sha256(verdictBytes(attempt)),
      key_before: problemDigest(WRONG),
      key_after: problemDigest(RIGHT),
      before: { success: false },
      verdict: { problem_digest: problemDigest(RIGHT), rules: { success: true }, judgement: SAMPLE_JUDGEMENT },
      reason: 'The key wanted a mat.',
      time: '2026-03-02T00:00:00.000Z',
      hotkey: SAMPLE_HOTKEY.address,
    });
    const [line] = readDisputes(folder);
    expect(line).toMatchObject({ kind: 'corrected', problem_id: 'p-1', corrections: [correctionHash(correction!)] });
  });

  it('scores by the old key first when no verdict was sealed', async () => {
    const attempt = await attempted('lamp', { graded: false });
    expect((await correct()).rescored).toMatchObject([{ before: { success: false }, after: { success: true } }]);
    const [correction] = correctionsOf(attempt);
    expect(correction).toMatchObject({ old_verdict_hash: null, verdict: { judgement: { quality: null } } });
  });

  it('a correction continues from the last one, and repeating it changes nothing', async () => {
    const attempt = await attempted('other-lamp');
    await correct();
    const lines = readFileSync(join(folder, 'disputes.jsonl'), 'utf8');
    expect(await correct()).toMatchObject({ rescored: [], upToDate: 1, refused: [] });
    expect(readFileSync(join(folder, 'disputes.jsonl'), 'utf8')).toBe(lines);

    const stricter = { ...RIGHT, targets: [{ ...LAMP_WISH, price: { mode: 'greater than', low: 299 } as const }] };
    const report = await correct({ old: [RIGHT], corrected: [stricter] });
    expect(report.rescored).toMatchObject([{ before: { success: true }, after: { success: false } }]);
    const [first, second] = correctionsOf(attempt);
    expect(second).toMatchObject({
      sequence: 2,
      previous: correctionHash(first!),
      old_verdict_hash: verdictHash(first!.verdict),
      key_before: problemDigest(RIGHT),
    });
    expect(readDisputes(folder)).toHaveLength(2);
  });

  it('completes what a crash left between the corrections and their ledger line', async () => {
    const one = await attempted('lamp');
    await correct();
    const [correction] = correctionsOf(one);
    rmSync(join(folder, 'disputes.jsonl'));
    await attempted('mat');
    expect(await correct()).toMatchObject({ upToDate: 1, rescored: [{ after: { success: false } }] });
    const [line, ...more] = readDisputes(folder);
    expect(more).toEqual([]);
    expect(line?.kind === 'corrected' && line.corrections).toHaveLength(2);
    expect(line?.kind === 'corrected' && line.corrections).toContain(correctionHash(correction!));
  });

  it('a correction takes its reason from the last dispute', async () => {
    const attempt = await attempted('lamp');
    const stamp = { time: new Date(), hotkey: OTHER_HOTKEY };
    for (const reason of ['something', 'The answer is a lamp.']) {
      const event = { kind: 'disputed', problem_id: 'p-1', problem_digest: problemDigest(WRONG), reason } as const;
      await recordDispute(folder, event, stamp);
    }
    await correct();
    expect(correctionsOf(attempt)[0]!.reason).toBe('The answer is a lamp.');
    expect(readDisputes(folder).map(({ kind, hotkey }) => [kind, hotkey])).toEqual([
      ['disputed', stamp.hotkey.address],
      ['disputed', stamp.hotkey.address],
      ['corrected', SAMPLE_HOTKEY.address],
    ]);
  });

  it('a dry run of a correction writes nothing', async () => {
    await attempted('lamp');
    const before = readdirSync(folder, { recursive: true }).sort();
    expect((await correct({ dryRun: true })).rescored).toMatchObject([{ after: { success: true } }]);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
  });
});

describe('attempts that are not rescored', () => {
  it('does not rescore an attempt whose verdict cannot be reproduced: another market, another key', async () => {
    const { attempt_id } = await attempted('mat');
    expect((await correct({ products: () => undefined })).refused).toMatchObject([
      { attempt_id, reason: expect.stringContaining('does not come out again') },
    ]);
    const other = { ...WRONG, targets: [{ ...MAT_WISH, titles: [] }] };
    expect((await correct({ old: [other] })).refused).toMatchObject([
      { attempt_id, reason: expect.stringContaining('by another key') },
    ]);
    expect(existsSync(join(folder, 'corrections'))).toBe(false);
  });

  it('does not rescore an attempt whose titles were compared by a model that is not given', async () => {
    const embedder = { id: 'm', embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)) };
    await attempted('lamp', { titles: embeddingMeasure(embedder) });
    expect((await correct()).refused[0]!.reason).toContain('compared by m with threshold 0.7');
    expect((await correct({ titles: embeddingMeasure(embedder, 0.6) })).refused).toHaveLength(1);
    const report = await correct({ titles: embeddingMeasure(embedder) });
    expect(report.refused).toEqual([]);
    expect(report.rescored[0]!.after.titles).toEqual({ measure: 'm', threshold: 0.7 });
  });

  it('rescores an attempt with the lexical threshold it was graded with', async () => {
    await attempted('lamp', { titles: lexicalMeasureAt(0.6) });
    const report = await correct();
    expect(report.refused).toEqual([]);
    expect(report.rescored[0]!.after.titles).toEqual({ measure: 'lexical', threshold: 0.6 });
  });

  it('does not rescore an attempt sealed by another hotkey', async () => {
    const { attempt_id } = await attempted('lamp');
    expect((await correct({ hotkey: OTHER_HOTKEY })).refused).toMatchObject([
      { attempt_id, reason: expect.stringContaining(`sealed by ${SAMPLE_HOTKEY.address}`) },
    ]);
  });

  it('does not rescore an attempt with changed evidence, but the others', async () => {
    const [one, two, three] = [await attempted('lamp'), await attempted('lamp'), await attempted('lamp')];
    damage(`attempts/${one.attempt_id}/verdict.json`, (text) => text.replace('"success":false', '"success":true'));
    damage(`attempts/${two.attempt_id}/attempt.json`, (text) => text.replace('agent.py', 'other.py'));
    const report = await correct();
    expect(report.rescored.map(({ attempt_id }) => attempt_id)).toEqual([three.attempt_id]);
    expect(report.refused.map(({ attempt_id }) => attempt_id).sort()).toEqual([one.attempt_id, two.attempt_id].sort());
    expect(report.agents).toMatchObject([{ attempts: 1 }]);
  });

  it('does not rescore an attempt whose dialogue or calls were changed', async () => {
    for (const name of ['dialogue', 'calls'] as const) {
      const { attempt_id, blobs } = await attempted(name === 'calls' ? 'lamp' : 'mat,lamp');
      damage(`blobs/${store.blobs.placeOf(blobs[name]!.sha256)}`, (text) => text.replace('lamp', 'LAMP'));
      expect((await correct()).refused.map((each) => each.attempt_id)).toContain(attempt_id);
    }
  });

  it('does not rescore an attempt that failed without its fault, or answered another request', async () => {
    const outage = { code: 'INFERENCE_FAILED', message: 'The model was away.' } as const;
    const own = { code: 'AGENT_RAISED', message: 'agent_main raised' } as const;
    const failed = (fault: typeof outage | typeof own) =>
      sealRecommendation(store, { problem: WRONG, productIds: '', result: { fault, dialogue: null } });
    await failed(outage);
    await attempted('lamp', { problem: { ...WRONG, query: 'a lamp, but green' } });
    expect(await correct()).toMatchObject({ rescored: [], refused: [], agents: [] });
    await failed(own);
    expect(await correct()).toMatchObject({ rescored: [{ before: { success: false }, after: { success: false } }] });
  });
});

describe('rejected keys', () => {
  const unlike = (rest: Partial<Problem>) => correct({ corrected: [{ ...RIGHT, ...rest }] });

  it('rejects a corrected key that changes more than the answer', async () => {
    await expect(unlike({ id: 'p-9' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(unlike({ query: 'two lamps' })).rejects.toThrow('asks something else');
    await expect(unlike({ category: 'shop' })).rejects.toThrow('was a product problem');
    await expect(correct({ reason: ' ' })).rejects.toThrow('The reason is empty');
  });

  it('a corrected key without changes is not a correction', async () => {
    await attempted('lamp');
    expect(await correct({ corrected: OLD })).toMatchObject({ keys: [], rescored: [], refused: [] });
    expect(readDisputes(folder)).toEqual([]);
  });
});

describe('corrections', () => {
  it('detects corrections that were changed', async () => {
    const { attempt_id } = await attempted('lamp');
    await correct();
    const place = `corrections/${attempt_id}/0001.json`;
    const text = readFileSync(join(folder, place), 'utf8');
    for (const edit of [
      (it: string) => it.replace('"success":true', '"success":false'),
      (it: string) => it.replace('"sequence":1', '"sequence":2'),
      (it: string) => `${it} `,
      () => '',
    ]) {
      damage(place, edit);
      expect(() => readCorrections(folder, attempt_id, SAMPLE_HOTKEY.address)).toThrow(place.slice(0, 20));
      writeFileSync(join(folder, place), text);
    }
    const { signature: _1, hotkey: _2, ...body } = readCorrections(folder, attempt_id, SAMPLE_HOTKEY.address)[0]!;
    damage(place, () => canonicalJson(signDocument(body, OTHER_HOTKEY)));
    expect(() => readCorrections(folder, attempt_id, SAMPLE_HOTKEY.address)).toThrow('was not signed by');
    expect((await correct()).refused).toMatchObject([{ attempt_id }]);
  });
});
