import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cardOf } from '../../market/product.ts';
import { EmbeddedSearch, parseProductQuery } from '../../market/search.ts';
import { sampleProduct } from '../../market/testing/sample-products.ts';
import { writeIndex } from '../../market/testing/write-index.ts';
import { readEvents } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { arenaPolicySchema } from '../arena-policy.ts';
import { unbanHotkey } from '../operator/ban-hotkey.ts';
import { claimWork } from '../queue/claim-work.ts';
import {
  type ClaimedVersion,
  decidableProblems,
  EvidencingValidator,
  searchCall,
  type UploadedAttempt,
  unchained,
} from '../testing/evidencing-validator.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { entryRow, itemRow, queueVersion, runRow } from '../testing/sample-queue.ts';
import { auditRuns } from './audit-runs.ts';
import { excludedValidators, trustOfValidators } from './consider-trust.ts';

const PROBLEMS = decidableProblems(10);
const ALL = PROBLEMS.keys().toArray();
const SOME = [0, 1, 2, 3];

onEveryEngine('validators', (makeDatabase, engine) => {
  let arena: SampleArena;
  let people: EvidencingValidator[];
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-audits-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    for (const person of people) person.remove();
    await arena.close();
  });

  async function open(audit: object = { regradeShare: 1, rerunShare: 0 }): Promise<void> {
    const policy = arenaPolicySchema.parse({ queue: { requiredSuccesses: 1 }, audit });
    arena = await openSampleArena(makeDatabase, { problems: PROBLEMS, policy });
    people = [1, 2, 3].map((seed) => new EvidencingValidator(arena, PROBLEMS, seed));
  }
  const person = (place: number): EvidencingValidator => people[place]!;
  async function claimed(validator: EvidencingValidator): Promise<ClaimedVersion> {
    await queueVersion(arena);
    return await validator.claim();
  }
  /** Claims while there is no work, so that the arena counts these validators as present. */
  async function present(...validators: EvidencingValidator[]): Promise<void> {
    for (const { address } of validators) await claimWork(arena, address);
  }
  async function events(what: string) {
    return (await readEvents(arena.database, 0, 1_000)).filter((event) => event.what === what);
  }
  async function trustIn(validator: EvidencingValidator) {
    return (await trustOfValidators(arena.database.reader, arena.policy.audit, arena.now())).get(validator.address);
  }
  async function excluded(): Promise<readonly string[]> {
    return await excludedValidators(arena.database.reader);
  }

  /** Evidence is checked before anything is stored, so one engine is enough. */
  const once = it.runIf(engine === 'sqlite');

  it('a score without evidence is not accepted', async () => {
    await open();
    const { runId, agentVersionId } = await claimed(person(0));
    const refusal = person(0).completeWith(runId, PROBLEMS.length, 1);
    await expect(refusal).rejects.toMatchObject({
      code: 'EVIDENCE_MISSING',
      extra: { problem_ids: expect.anything() },
    });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'CLAIMED', score: null, is_included: false });
    expect((await entryRow(arena, agentVersionId))?.final_score ?? null).toBeNull();
    expect(await excluded()).toEqual([]);
  });

  it('a score with evidence is accepted, and regrading the same score raises trust', async () => {
    await open();
    const run = await claimed(person(0));
    await person(0).run(run, SOME);
    expect(await runRow(arena, run.runId)).toMatchObject({ status: 'SUCCESS', is_included: true });
    await auditRuns(arena, { isReplayable: false });
    expect(await trustIn(person(0))).toMatchObject({ trust: 1, regraded: { problems: 10, differ: 0 } });
    expect(await events('run.audited')).toMatchObject([{ data: { kind: 'regrade', problems: 10, differ: 0 } }]);
  });

  it('a validator that invents search results is found from the evidence of one run, whatever its outcomes', async () => {
    await open();
    const market = { path: join(folder, 'market.index'), compat: false, since: 0 };
    const products = PROBLEMS.map(({ targets }) => sampleProduct(targets[0]!.productId, { price: 50 }));
    await writeIndex(market.path, products, { kind: 'import', file: 'test' });
    const search = EmbeddedSearch.open(market.path);
    const honest = products.map(({ title }) => [
      searchCall(search.findNow(parseProductQuery({ q: title }, { compat: false })!), title),
    ]);
    const invented = () =>
      products.map((product) => [searchCall([{ ...cardOf(product), title: 'Cheap lamp', price: 1 }], product.title)]);
    await search.close();
    await person(0).run(await claimed(person(0)), SOME, { calls: honest });
    await auditRuns(arena, { isReplayable: false, market });
    expect(await trustIn(person(0))).toMatchObject({ trust: 1, regraded: { problems: 10, differ: 0 } });

    // Before this server served the market, the validator may have had another one.
    await person(1).run(await claimed(person(1)), [], { calls: invented() });
    await auditRuns(arena, { isReplayable: false, market: { ...market, since: arena.now() + 1 } });
    expect(await trustIn(person(1))).toMatchObject({ trust: 1, regraded: { problems: 10, differ: 0 } });

    await person(1).run(await claimed(person(1)), [], { calls: invented() });
    await auditRuns(arena, { isReplayable: false, market });
    expect(await trustIn(person(1))).toMatchObject({ regraded: { problems: 20, differ: 10 }, isExcluded: true });
  });

  once('cannot show the evidence of another run, validator, agent or problem, nor change what was signed', async () => {
    await open();
    const before = await claimed(person(0));
    const own = await person(0).run(before, ALL);
    const run = await claimed(person(0));
    const other = await claimed(person(1));
    const others = await person(1).attemptAll(other, ALL);
    const elsewhere = await person(0).attemptAll({ ...run, agentVersionId: 'another agent' }, ALL);
    const failed = await person(0).attemptAll(run, []);
    const edited = failed.map((each) => ({ ...each, verdict: solvedVerdict(each.verdict) }));
    const swapped = failed.map((each, place) => ({ ...failed[(place + 1) % 10]!, problem: each.problem }));
    const cut = failed.map((each) => ({ ...each, calls: [] }));
    const twice = failed.map((each, place) => (place === 1 ? { ...failed[0]!, problem: each.problem } : each));
    const lies: [string, RegExp, readonly UploadedAttempt[]][] = [
      ['of an earlier run', /another run/, own],
      ['of another validator', /signed by/, others],
      ['of another agent', /another agent/, elsewhere],
      ['with another verdict', /does not match its signed receipt/, edited],
      ['of other problems', /another problem/, swapped],
      ['without the calls', /do not add up/, cut],
      ['the same twice', /another problem/, twice],
    ];
    for (const [what, reason, attempts] of lies) {
      await queueVersion(arena);
      const fresh = { ...run };
      await person(0)
        .upload(fresh.runId, attempts.slice(0, 10))
        .catch(() => {});
      const refusal = await person(0)
        .complete(fresh.runId, attempts)
        .catch((error) => error);
      expect([what, refusal.code]).toEqual([what, 'EVIDENCE_REFUSED']);
      expect(refusal.message).toMatch(reason);
      await arena.database.withTransaction(async (transaction) => {
        await transaction.deleteFrom('uploads').where('run_id', '=', fresh.runId).execute();
        await transaction.deleteFrom('problem_results').where('run_id', '=', fresh.runId).execute();
      });
    }
    // All of it was for one run, which could still be a bug.
    expect(await trustIn(person(0))).toMatchObject({ forged: 1, trust: 0.5, isExcluded: false });
    expect(await events('evidence.refused')).toHaveLength(1);
  });

  once('cannot sign the recording of another run anew', async () => {
    await open();
    const honest = await claimed(person(1));
    const recorded = await person(1).run(honest, ALL);
    for (let time = 0; time < 2; time++) {
      const run = await claimed(person(0));
      const copies = await person(0).attemptAll(run, ALL, { calls: recorded.map(unchained) });
      await person(0).upload(run.runId, copies);
      await expect(person(0).complete(run.runId, copies)).rejects.toMatchObject({
        code: 'EVIDENCE_REFUSED',
        message: expect.stringContaining('are those of another run'),
      });
      // It holds the run until its lease expires.
      arena.pass(3_600_000);
    }
    expect(await excluded()).toEqual([person(0).address]);
    expect(await events('validator.excluded')).toMatchObject([
      { data: { hotkey: person(0).address, runs_with_forged_evidence: 2 } },
    ]);
    await queueVersion(arena);
    await expect(claimWork(arena, person(0).address)).rejects.toMatchObject({ code: 'VALIDATOR_EXCLUDED' });
  });

  once('are not blamed for an agent whose few calls come at the same time everywhere', async () => {
    await open();
    const first = await person(0).run(await claimed(person(0)), ALL);
    const run = await claimed(person(1));
    const calls = (await person(2).attemptAll(run, ALL)).map(unchained);
    // Two of ten problems have copied calls, and two others have the calls of another problem.
    const alike = calls.map((own, place) =>
      place < 2 ? unchained(first[place]!) : place < 4 ? unchained(first[0]!) : own,
    );
    await person(1).run(run, ALL, { calls: alike });
    expect(await runRow(arena, run.runId)).toMatchObject({ status: 'SUCCESS', is_included: true });
    expect(await events('evidence.refused')).toEqual([]);
    expect(await trustIn(person(1))).toBeUndefined();
  });

  once('cannot report more than their own evidence says', async () => {
    await open();
    const run = await claimed(person(0));
    const attempts = await person(0).attemptAll(run, SOME);
    await person(0).upload(run.runId, attempts);
    await expect(person(0).completeWith(run.runId, 10, 0.3)).rejects.toMatchObject({
      code: 'EVIDENCE_REFUSED',
      message: expect.stringContaining('the signed verdicts say 4'),
    });
    await expect(person(0).completeWith(run.runId, 4, 1)).rejects.toMatchObject({
      code: 'EVIDENCE_REFUSED',
      message: expect.stringContaining('reasoning_coefficient'),
    });
    // It is rejected but not as a forgery: nothing false was signed.
    expect(await trustIn(person(0))).toBeUndefined();
    expect(await person(0).complete(run.runId, attempts)).toMatchObject({ status: 'SUCCESS' });
  });

  it('a validator that signs verdicts its evidence contradicts is excluded with its scores', async () => {
    await open();
    const run = await claimed(person(0));
    await person(0).run(run, [], { verdict: solvedVerdict });
    expect((await entryRow(arena, run.agentVersionId))?.final_score).toBeGreaterThan(0);
    await auditRuns(arena, { isReplayable: false });
    expect(await trustIn(person(0))).toMatchObject({ regraded: { problems: 10, differ: 10 }, isExcluded: true });
    expect(await excluded()).toEqual([person(0).address]);
    expect(await runRow(arena, run.runId)).toMatchObject({ is_included: false, invalidated_by: 'arena' });
    expect((await entryRow(arena, run.agentVersionId))?.final_score ?? null).toBeNull();
    expect((await itemRow(arena, run.agentVersionId)).closed_at).toBeNull();
    // The version goes to another validator, and the operator can reinstate the first.
    expect((await person(1).claim()).agentVersionId).toBe(run.agentVersionId);
    await unbanHotkey(arena, person(0).address, 'validator', { who: 'operator', reason: 'It was a defect' });
    expect(await excluded()).toEqual([]);
    arena.pass(1);
    expect(await trustIn(person(0))).toBeUndefined();
  });

  once('are excluded when they sign answers that no recorded call led to', async () => {
    await open();
    const run = await claimed(person(0));
    await person(0).run(run, ALL, { verdict: solvedVerdict, calls: ALL.map(() => []) });
    await auditRuns(arena, { isReplayable: false });
    expect(await trustIn(person(0))).toMatchObject({ regraded: { problems: 10, differ: 10 }, isExcluded: true });
  });

  it('a rerun by two others compares a validator, and an honest noisy one keeps its trust', async () => {
    await open({ regradeShare: 0, rerunShare: 1 });
    await present(...people);
    const run = await claimed(person(0));
    await person(0).run(run, [0, 1, 2, 3, 4]);
    expect(await itemRow(arena, run.agentVersionId)).toMatchObject({ required_successes: 3, closed_at: null });
    expect(await events('run.rerun_wanted')).toHaveLength(1);
    await person(1).run(await person(1).claim(), SOME);
    await person(2).run(await person(2).claim(), SOME);
    await auditRuns(arena, { isReplayable: true });
    expect(await trustIn(person(0))).toMatchObject({ trust: 1, rerun: { problems: 10, differ: 1 } });
    expect(await trustIn(person(1))).toMatchObject({ trust: 1, rerun: { differ: 0 } });
    expect(await excluded()).toEqual([]);
  });

  it('the ledger does not claim a comparison for a version that only one validator ran', async () => {
    await open({ regradeShare: 0, rerunShare: 0 });
    await person(0).run(await claimed(person(0)), SOME);
    await auditRuns(arena, { isReplayable: true });
    expect(await events('run.audited')).toMatchObject([
      { why: 'No problem could be compared.', data: { kind: 'rerun', problems: 0, differ: 0 } },
    ]);
  });

  it('a version is not rerun for an audit when too few validators are present', async () => {
    await open({ regradeShare: 0, rerunShare: 1 });
    await present(person(1));
    const run = await claimed(person(0));
    await person(0).run(run, SOME);
    expect(await itemRow(arena, run.agentVersionId)).toMatchObject({
      required_successes: 1,
      closed_at: expect.any(Number),
    });
    expect(await events('run.rerun_wanted')).toEqual([]);
  });

  /** A run of a version of this contestant whose outcomes the two other validators do not get. */
  async function unrepeatable(hotkey?: string): Promise<void> {
    await queueVersion(arena, { version: { ...(hotkey !== undefined && { hotkey, name: `sample ${arena.now()}` }) } });
    await person(0).run(await person(0).claim(), ALL);
    await person(1).run(await person(1).claim(), []);
    await person(2).run(await person(2).claim(), []);
    // The scores are so far apart that a fourth opinion is requested; the test does not wait for it.
    await arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('work_items')
        .set({ required_successes: 3, disagreement_at: null, closed_at: arena.now(), close_reason: 'complete' })
        .where('closed_at', 'is', null)
        .execute();
    });
    arena.pass(1_000);
    await auditRuns(arena, { isReplayable: true });
  }

  it('a validator that invents runs which two others cannot repeat is excluded', async () => {
    await open({ regradeShare: 0, rerunShare: 1 });
    await present(...people);
    await unrepeatable();
    await unrepeatable();
    expect(await excluded()).toEqual([]);
    await unrepeatable();
    expect(await trustIn(person(0))).toMatchObject({ isExcluded: true, rerun: { problems: 30, differ: 30 } });
    expect(await excluded()).toEqual([person(0).address]);
  });

  it('a validator is not excluded for the agents of one contestant, which may do something else each time', async () => {
    await open({ regradeShare: 0, rerunShare: 1 });
    await present(...people);
    for (let version = 0; version < 4; version++) await unrepeatable('contestant');
    expect(await trustIn(person(0))).toMatchObject({ trust: 1, contestants: 1, rerun: { problems: 40, differ: 40 } });
    expect(await excluded()).toEqual([]);
  });
});

function solvedVerdict(verdict: Verdict): Verdict {
  const scores = { ...verdict.rules.scores, rule: 1, gt: 1 };
  const { not_shown: _, ...rules } = verdict.rules;
  return { ...verdict, rules: { ...rules, scores, success: true } };
}
