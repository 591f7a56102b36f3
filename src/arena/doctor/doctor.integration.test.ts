import { afterEach, expect, it } from 'vitest';
import { json, readEvents } from '../../store/database.ts';
import { sha256 } from '../../store/sha256.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { arenaPolicySchema } from '../arena-policy.ts';
import { recordRelease } from '../corpus/corpus-releases.ts';
import { withdrawVersions } from '../corpus/withdraw-versions.ts';
import { claimWork } from '../queue/claim-work.ts';
import { decidableProblems, EvidencingValidator } from '../testing/evidencing-validator.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { queueVersion, runRow, samplePolicy } from '../testing/sample-queue.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { checkBlobs } from './check-blobs.ts';
import { checkCorpus } from './check-corpus.ts';
import { checkEvidence } from './check-evidence.ts';
import { checkLeases, releaseLeases } from './check-leases.ts';
import { checkProblems } from './check-problems.ts';
import { checkQueue } from './check-queue.ts';
import type { CheckResult } from './finding.ts';

const PROBLEMS = decidableProblems(3);
const HOUR = 3_600_000;
const SUBJECTS = ({ findings }: CheckResult) => findings.map(({ subject }) => subject);

onEveryEngine('the doctor', (makeDatabase) => {
  let close: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const each of close.reverse()) await each();
    close = [];
  });

  /** An arena with one version that a validator has scored with evidence. */
  async function scoredArena() {
    const policy = arenaPolicySchema.parse({ queue: { requiredSuccesses: 1 }, audit: { regradeShare: 0 } });
    const arena = await openSampleArena(makeDatabase, { problems: PROBLEMS, policy });
    close.push(() => arena.close());
    const validator = new EvidencingValidator(arena, PROBLEMS, 1);
    close.push(async () => validator.remove());
    await queueVersion(arena);
    const run = await validator.claim();
    const { bytes } = await arena.blobs.put(Buffer.from(run.agentVersionId));
    await change(arena, (transaction) =>
      transaction.updateTable('agent_versions').set({ code_bytes: bytes }).execute(),
    );
    await validator.run(run, [0, 2]);
    return { arena, validator, run };
  }

  async function emptyArena(): Promise<SampleArena> {
    const arena = await openSampleArena(makeDatabase, { policy: samplePolicy() });
    close.push(() => arena.close());
    return arena;
  }

  type Work = Parameters<SampleArena['database']['withTransaction']>[0];
  /** Changes the database as a database client could. */
  const change = async (arena: SampleArena, work: Work) => await arena.database.withTransaction(work);

  it('the doctor finds nothing in a sound arena', async () => {
    const { arena } = await scoredArena();
    expect(await checkLeases(arena)).toEqual({ examined: 0, findings: [] });
    expect(await checkQueue(arena)).toEqual({ examined: 1, findings: [] });
    expect(await checkBlobs(arena, { quick: false })).toEqual({ examined: 7, findings: [] });
    expect(await checkBlobs(arena, { quick: true })).toEqual({ examined: 7, findings: [] });
    expect(await checkEvidence(arena)).toEqual({ examined: 1, findings: [] });
    expect(await checkCorpus(arena, { quick: false })).toEqual({ examined: 0, findings: [] });
    expect(await checkProblems(arena, undefined)).toEqual({ examined: 1, findings: [] });
  });

  it('the doctor names an expired lease, releases it, and adds a ledger event', async () => {
    const arena = await emptyArena();
    await queueVersion(arena);
    const { runId } = (await claimWork(arena, 'silent'))!;
    expect(await checkLeases(arena)).toEqual({ examined: 1, findings: [] });
    arena.pass(HOUR);
    const { findings } = await checkLeases(arena);
    expect(findings).toMatchObject([
      { subject: `run ${runId}`, what: expect.stringContaining('validator silent expired'), fault: 'validator' },
    ]);
    expect(await releaseLeases(arena, 'operator')).toBe(1);
    expect(await checkLeases(arena)).toEqual({ examined: 0, findings: [] });
    expect(await runRow(arena, runId)).toMatchObject({ status: 'STALE' });
    const events = await readEvents(arena.database, 0, 100);
    expect(events.at(-1)).toMatchObject({ what: 'run.stale', subject: `run ${runId}` });
    expect(await claimWork(arena, 'other')).toBeDefined();
  });

  it('the doctor names runs of unknown, banned or excluded validators, and releases them', async () => {
    const arena = await emptyArena();
    for (const hotkey of ['unknown', 'banned', 'excluded', 'honest']) {
      await queueVersion(arena);
      expect(await claimWork(arena, hotkey)).toBeDefined();
      arena.pass(1_000);
    }
    await change(arena, async (transaction) => {
      const at = arena.now();
      await transaction.deleteFrom('validators').where('hotkey', '=', 'unknown').execute();
      await transaction
        .insertInto('bans')
        .values({ hotkey: 'banned', role: 'validator', reason: 'x', banned_by: 'x', banned_at: at })
        .execute();
      await transaction
        .insertInto('exclusions')
        .values({ hotkey: 'excluded', reason: 'x', excluded_at: at, lifted_at: null })
        .execute();
    });
    const { findings } = await checkLeases(arena);
    expect(findings.map(({ what }) => what)).toEqual([
      'Validator unknown holds it and is unknown.',
      'Validator banned holds it and is banned.',
      'Validator excluded holds it and is excluded.',
    ]);
    expect(await releaseLeases(arena, 'operator')).toBe(3);
    expect(await checkLeases(arena)).toEqual({ examined: 1, findings: [] });
    expect((await readEvents(arena.database, 0, 100)).filter(({ what }) => what === 'run.stale')).toHaveLength(3);
  });

  it('the doctor names scores and runs that contradict the rules of the queue', async () => {
    const { arena, run } = await scoredArena();
    await change(arena, (transaction) => transaction.updateTable('entries').set({ final_score: 0.99 }).execute());
    const { findings } = await checkQueue(arena);
    expect(findings).toMatchObject([
      {
        subject: `version ${run.agentVersionId} on suite 1`,
        what: expect.stringMatching(/^Its score is 0\.99 where its runs give 0\.\d+\.$/),
        fault: 'platform',
      },
    ]);
    await change(arena, (transaction) => transaction.updateTable('runs').set({ score: null }).execute());
    expect((await checkQueue(arena)).findings[0]).toMatchObject({ what: 'A run counts that has no score.' });
  });

  it('the doctor names blobs that are missing, too short, or do not match their hash', async () => {
    const { arena, run } = await scoredArena();
    const code = sha256(run.agentVersionId);
    const [upload] = await arena.database.reader.selectFrom('uploads').select(['upload_key', 'sha256']).execute();
    await change(arena, async (transaction) => {
      await transaction
        .updateTable('agent_versions')
        .set({ code_sha256: '0'.repeat(64) })
        .execute();
      await transaction
        .updateTable('uploads')
        .set({ sha256: code })
        .where('upload_key', '=', upload!.upload_key)
        .execute();
    });
    for (const quick of [true, false]) {
      const result = await checkBlobs(arena, { quick });
      expect(result.findings).toMatchObject([
        { subject: `code of version ${run.agentVersionId}`, what: expect.stringContaining('is missing') },
        { subject: `upload of run ${run.runId}`, what: expect.stringContaining('bytes where the database says') },
      ]);
    }
  });

  it('the doctor names evidence that is not what the validator signed', async () => {
    const { arena, run, validator } = await scoredArena();
    await change(arena, (transaction) =>
      transaction.updateTable('problem_results').set({ score: 1 }).where('score', '=', 0).execute(),
    );
    expect((await checkEvidence(arena)).findings).toMatchObject([
      {
        subject: `run ${run.runId}`,
        what: expect.stringMatching(/1 was reported where the signed verdict says 0/),
        fault: 'operator',
      },
    ]);
    await change(arena, async (transaction) => {
      await transaction.updateTable('problem_results').set({ score: 0 }).where('status', '=', 'FAILED').execute();
      await transaction
        .updateTable('run_evidence')
        .set({ receipt_hash: 'f'.repeat(64) })
        .execute();
    });
    expect((await checkEvidence(arena)).findings).toMatchObject([
      { what: expect.stringContaining('A receipt is not the one that the run was completed with.') },
    ]);
    await change(arena, async (transaction) => {
      await transaction.updateTable('runs').set({ validator_hotkey: 'another' }).execute();
    });
    expect((await checkEvidence(arena)).findings).toMatchObject([
      { what: expect.stringContaining(`The evidence was signed by ${validator.address}`) },
    ]);
  });

  it('the doctor names corpus releases and withdrawals that are not as published', async () => {
    const { arena, run } = await scoredArena();
    const part = async (text: string) => (await arena.blobs.put(Buffer.from(text))).sha256;
    const parts = [await part('{"rows":'), await part('3}')];
    const manifest = { name: 'manifest.json', bytes: 10, sha256: sha256('{"rows":3}'), parts };
    const release = {
      name: 'corpus-1',
      publishedAt: arena.now(),
      manifestSha256: manifest.sha256,
      summary: {},
      files: [manifest],
    };
    await recordRelease(arena, release, { who: 'operator', rows: 3 });
    const { hotkey } = await arena.database.reader.selectFrom('contestants').selectAll().executeTakeFirstOrThrow();
    await withdrawVersions(arena, { hotkey, agentVersionId: run.agentVersionId });
    expect(await checkCorpus(arena, { quick: false })).toEqual({ examined: 2, findings: [] });
    const swapped = [{ ...manifest, parts: parts.toReversed() }];
    await change(arena, (transaction) =>
      transaction
        .updateTable('corpus_releases')
        .set({ files: json(swapped) })
        .execute(),
    );
    expect((await checkCorpus(arena, { quick: false })).findings).toMatchObject([
      { subject: 'corpus release 1', what: expect.stringContaining('do not form the file') },
    ]);
    expect((await checkCorpus(arena, { quick: true })).findings).toEqual([]);
    await change(arena, async (transaction) => {
      await transaction
        .updateTable('corpus_releases')
        .set({ manifest_sha256: '0'.repeat(64) })
        .execute();
      await transaction.deleteFrom('corpus_withdrawals').execute();
    });
    expect((await checkCorpus(arena, { quick: true })).findings.map(({ what }) => what)).toEqual([
      'The public ledger names another manifest.',
      'Its manifest is not the one that was published.',
      'Its contestant withdrew it from the corpus, but the database has no record of it.',
    ]);
    await change(arena, (transaction) => transaction.deleteFrom('corpus_releases').execute());
    expect(SUBJECTS(await checkCorpus(arena, { quick: true }))).toContain('corpus 1');
  });

  it('the doctor names draws that do not match their commitment, and changed problems', async () => {
    const day = await SampleRaceDay.open(makeDatabase, { hidden: 200 });
    close.push(() => day.remove());
    const { arena, bank } = day;
    await day.run({ [await day.qualified(0.5)]: 9, [await day.qualified(0.5)]: 4 });
    const sound = await checkProblems(arena, bank.folder);
    expect(sound).toEqual({ examined: 3, findings: [] });
    const race = await day.race(1);
    const other = await SampleRaceDay.open(makeDatabase, { hidden: 20 });
    close.push(() => other.remove());
    expect((await checkProblems(arena, other.bank.folder)).findings).toMatchObject([
      { subject: 'race 1', what: expect.stringContaining('the bank does not know the race'), fault: 'operator' },
    ]);
    const draw = { ...(race.draw as Record<string, string>), seed: 'f'.repeat(64) };
    await change(arena, (transaction) =>
      transaction
        .updateTable('races')
        .set({ draw: json(draw) })
        .where('race_number', '=', 1)
        .execute(),
    );
    expect((await checkProblems(arena, bank.folder)).findings).toMatchObject([
      { subject: 'race 1', what: expect.stringContaining('Its published draw does not match the commitment') },
    ]);
    await change(arena, (transaction) =>
      transaction
        .updateTable('races')
        .set({ draw: json(race.draw), draw_commitment: '0'.repeat(64) })
        .where('race_number', '=', 1)
        .execute(),
    );
    expect(SUBJECTS(await checkProblems(arena, bank.folder))).toEqual(['race 1', 'race 1', 'race 1']);
    await change(arena, async (transaction) => {
      await transaction
        .updateTable('races')
        .set({ draw_commitment: race.draw_commitment })
        .where('race_number', '=', 1)
        .execute();
      const [first] = await transaction
        .selectFrom('set_problems')
        .selectAll()
        .where('set_id', '=', race.set_id!)
        .execute();
      await transaction
        .updateTable('set_problems')
        .set({ record: json({ ...first!.record, query: 'an easier one' }) })
        .where('set_id', '=', race.set_id!)
        .where('position', '=', first!.position)
        .execute();
    });
    expect((await checkProblems(arena, bank.folder)).findings).toMatchObject([
      { subject: `problem set ${race.set_id}`, what: expect.stringContaining('they were changed') },
      { subject: 'race 1', what: expect.stringContaining('is not as it was when the draw was committed') },
    ]);
  });
});
