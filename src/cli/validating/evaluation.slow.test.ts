import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setChampion } from '../../arena/champion.ts';
import { DEFAULT_EMISSION_POLICY } from '../../arena/emission/emission-policy.ts';
import { currentEpoch } from '../../arena/emission.ts';
import { releaseClaims, stopClaims } from '../../arena/operator.ts';
import { AttemptStore } from '../../attempt/record.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import { versionAgreement } from '../../board/versions.ts';
import { ANONYMOUS } from '../../board/viewer.ts';
import { parseJson } from '../../json/parse-json.ts';
import { scaled } from '../../testing/scaled.ts';
import { SampleContest, walletOf } from '../testing/sample-contest.ts';
import { singleSearchAgent } from '../testing/single-search-agent.ts';
import { until } from '../testing/until.ts';

let contest: SampleContest;
beforeAll(async () => {
  contest = await SampleContest.open({
    queue: { requiredSuccesses: 2, leaseSeconds: 30 },
    policy: { epochSeconds: 1, titles: { measure: 'lexical', threshold: 0.4 } },
  });
  await contest.register('one', 'two', 'three');
});
afterEach(() => contest.tidy());
afterAll(() => contest.close());

async function uploaded(key: string): Promise<unknown> {
  const { database, blobs } = contest.arena.arena;
  const { sha256 } = await database.reader
    .selectFrom('uploads')
    .select('sha256')
    .where('upload_key', '=', key)
    .executeTakeFirstOrThrow();
  const json = parseJson(gunzipSync(await blobs.get(sha256!)).toString('utf8'));
  return json.ok ? json.value : undefined;
}

describe('validators', () => {
  it('validators compute the same scores, each with its own evidence', async () => {
    const version = await contest.submit('extract_and_search.py');
    const validators = [await contest.validator('one', { once: true }), await contest.validator('two', { once: true })];
    for (const validator of validators) validator.start();
    await Promise.all(validators.map(({ ended }) => ended));
    const runs = await contest.runsOf(version);
    expect(runs.map(({ status, is_included }) => ({ status, is_included }))).toEqual([
      { status: 'SUCCESS', is_included: true },
      { status: 'SUCCESS', is_included: true },
    ]);
    const [first, second] = await Promise.all(runs.map(({ run_id }) => contest.resultsOf(run_id)));
    const scores = (results: typeof first) =>
      results!.map(({ problem_id, score, reasoning_score, summary }) => {
        const { rule, ground_truth, format, reasoning_explanation } = summary as Record<string, unknown>;
        return { problem_id, score, reasoning_score, rule, ground_truth, format, reasoning_explanation };
      });
    expect(first).toHaveLength(contest.problems.length);
    expect(scores(first)).toEqual(scores(second));
    expect(runs[0]!.score).toBe(runs[1]!.score);
    const { length } = contest.problems;
    expect(await versionAgreement(contest.arena.arena, version, ANONYMOUS)).toMatchObject({
      pairs: [{ phase: 'QUALIFYING', problems: length, same: length, differing_problem_ids: null }],
    });
    const summary = first![0]!.summary as Record<string, string>;
    const name = runs[0]!.validator_hotkey === validators[0]!.status().hotkey ? 'one' : 'two';
    const store = new AttemptStore(join(contest.folder, 'validators', name));
    const kept = await verifyAttempt(store, summary.attempt_id!);
    expect(kept.verified).toBe(true);
    // The arena's title measure, signed by the validator.
    expect(kept.verdict).toMatchObject({ rules: { titles: { measure: 'lexical', threshold: 0.4 } } });
    expect(await uploaded(summary.evidence_s3_key!)).toMatchObject({
      attempt: kept.attempt,
      receipt: kept.receipt,
      calls: kept.calls,
    });
    expect(await uploaded(first![0]!.logs_key!)).toBeInstanceOf(Array);
  });
});

interface SetWeights {
  readonly hotkey: string;
  readonly uids: readonly number[];
  readonly values: readonly number[];
}

async function weightsSet(): Promise<readonly SetWeights[]> {
  const rows = await contest.arena.arena.database.reader
    .selectFrom('ledger_events')
    .select(['hotkey', 'body'])
    .where('kind', '=', 'weights-set')
    .orderBy('sequence')
    .execute();
  return rows.map(({ hotkey, body }) => ({ ...(body as unknown as SetWeights), hotkey }));
}

describe('weights', () => {
  it('every validator computes the same weight bytes', { timeout: scaled(60_000) }, async () => {
    const { arena } = contest.arena;
    await stopClaims(arena, { who: 'operator', reason: 'only weights are looked at' });
    const version = await contest.submit('crowned', singleSearchAgent());
    await setChampion(arena, { agentVersionId: version, force: true, who: 'operator' });
    // Before that everything is burned, and a validator sets weights only once per block.
    await until(async () => (await currentEpoch(arena.database.reader))?.top_hotkey);
    const names = ['one', 'two', 'three'];
    const validators = await Promise.all(
      names.map((name) => contest.validator(name, { weights: contest.chainFor(name) })),
    );
    for (const validator of validators) validator.start();
    const miner = (await contest.arena.services.chain!.metagraph()).neurons.find(
      ({ hotkey }) => hotkey === walletOf('miner').address,
    )!;
    const paying = async (name: string) =>
      (await weightsSet()).findLast(
        ({ hotkey, values }) => hotkey === walletOf(name).address && values[miner.uid]! > 0,
      );
    const sent = await Promise.all(names.map((name) => until(() => paying(name))));
    await Promise.all(validators.map((validator) => validator.drain()));
    await releaseClaims(arena, { who: 'operator', reason: 'done' });
    const [first, ...others] = sent.map(({ uids, values }) => JSON.stringify({ uids, values }));
    expect(others).toEqual([first, first]);
    expect(sent[0]!.values).toEqual(sent[0]!.uids.map((uid) => (uid === miner.uid ? 65_535 : 0)));
  });

  it('weights are not set when the arena computes others', { timeout: scaled(60_000) }, async () => {
    const { neurons } = await contest.arena.services.chain!.metagraph();
    const burnUid = neurons.find(({ hotkey }) => hotkey === walletOf('one').address)!.uid;
    const policy = { ...DEFAULT_EMISSION_POLICY, burnUid, weights: 'top-half' as const };
    const before = (await weightsSet()).length;
    const weights = { ...contest.chainFor('three'), policy };
    const validator = await contest.validator('three', { once: true, weights });
    const isRefused = () => contest.log.find(({ message }) => message.startsWith('No weights are set'));
    validator.start();
    await validator.ended;
    expect(isRefused()?.fields.reason).toMatch(/by our count and .* by the arena's/);
    expect((await weightsSet()).length).toBe(before);
    expect(validator.status().weighed_epoch).toBeNull();
  });
});
