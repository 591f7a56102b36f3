import { randomUUID } from 'node:crypto';
import type { SampleRaceDay } from '../../arena/testing/sample-race-day.ts';
import { json } from '../../store/database.ts';

/** Words and digits planted in secret columns, so that a leak is recognised wherever it appears. */
export const SECRETS = {
  /** Of the running race: only for the operator. */
  race: 'RACE-SECRET',
  /** Scores of that race, and values derived from them. */
  raceDigits: '83147',
  /** Visible only to the owner of a version. */
  owner: 'OWNER-SECRET',
  /** When the owner may submit again. */
  ownerDate: '2031-04-15',
  /** Not visible to any contestant. */
  nobody: 'NOBODY-SECRET',
} as const;

/** Marks everything that must stay hidden while the race runs. */
export async function markRace({ arena }: SampleRaceDay, raceId: string): Promise<void> {
  const score = Number(`0.${SECRETS.raceDigits}`);
  const whole = Number(SECRETS.raceDigits);
  await arena.database.withTransaction(async (transaction) => {
    const items = transaction.selectFrom('work_items').select('work_item_id').where('race_id', '=', raceId);
    const runs = transaction.selectFrom('runs').select('run_id').where('work_item_id', 'in', items);
    await transaction
      .updateTable('runs')
      .set({
        score,
        score_components: json({ success_rate: score, successful_problems: whole, note: SECRETS.race }),
        failure_reason: SECRETS.race,
        sandbox_metadata: json({ exit_code: whole, duration_seconds: score, stderr_tail: SECRETS.race }),
        results_key: SECRETS.race,
      })
      .where('work_item_id', 'in', items)
      .execute();
    await transaction
      .updateTable('problem_results')
      .set({
        score,
        reasoning_score: score,
        summary: json({ reasoning_explanation: SECRETS.race, value: whole }),
        logs_key: SECRETS.race,
      })
      .where('run_id', 'in', runs)
      .execute();
    // Only on one problem of each run, because a sum over many would not be recognisable.
    await transaction
      .updateTable('problem_results')
      .set({ inference_total: whole, inference_failure_count: whole, execution_time: whole })
      .where('run_id', 'in', runs.where('validator_hotkey', '=', 'validator-1'))
      .where('problem_id', '=', ({ selectFrom }) =>
        selectFrom('problem_results as other')
          .select(({ fn }) => fn.min<string>('other.problem_id').as('first'))
          .whereRef('other.run_id', '=', 'problem_results.run_id'),
      )
      .execute();
    await transaction
      .updateTable('racers')
      .set({ race_score: score, race_rank: whole })
      .where('race_id', '=', raceId)
      .execute();
    // None of these is stored while a race runs; if a bug stores one, it must not be visible.
    await transaction
      .updateTable('races')
      .set({ winner_score: score, result: json({ note: SECRETS.race }), draw: json({ seed: SECRETS.race }) })
      .where('race_id', '=', raceId)
      .execute();
  });
}

/** Marks answers, code, credentials, keys and addresses. Returns the hash under which the code is stored. */
export async function markOtherSecrets(
  { arena }: SampleRaceDay,
  { version, rival, run }: { readonly version: string; readonly rival: string; readonly run: string },
): Promise<string> {
  const code = await arena.blobs.put(Buffer.from(`# ${SECRETS.nobody}\ndef agent_main(problem): return []\n`));
  const answers = { reward: SECRETS.nobody, voucher: SECRETS.nobody, title: SECRETS.nobody, embedding: SECRETS.nobody };
  await arena.database.withTransaction(async (transaction) => {
    const problems = await transaction.selectFrom('set_problems').selectAll().execute();
    const open = await transaction.selectFrom('suites').select('set_id').where('is_public', '=', true).execute();
    for (const { set_id, problem_id, record } of problems) {
      const isOpen = open.some((suite) => suite.set_id === set_id);
      await transaction
        .updateTable('set_problems')
        .set({ record: json({ ...record, ...answers, ...(!isOpen && { query: SECRETS.nobody }) }) })
        .where('set_id', '=', set_id)
        .where('problem_id', '=', problem_id)
        .execute();
    }
    const message = SECRETS.owner;
    const finding = { rule: 'r', class: 'policy', code: 'CLOCK', line: 1, column: 1, message, why: 'w', fix: 'f' };
    await transaction
      .updateTable('agent_versions')
      .set({ code_sha256: code.sha256, findings: json([finding]), is_flagged: true })
      .where('agent_version_id', '=', version)
      .execute();
    await transaction
      .updateTable('contestants')
      .set({ next_allowed_at: Date.parse(`${SECRETS.ownerDate}T00:00:00Z`) })
      .where('hotkey', '=', 'owner')
      .execute();
    await transaction
      .insertInto('near_copies')
      .values({
        agent_version_id: version,
        other_version_id: rival,
        shared_share: Number(`0.${SECRETS.raceDigits}`),
        line_pairs: json([[1, 1]]),
        noted_at: 1,
      })
      .execute();
    await transaction
      .insertInto('inference_credentials')
      .values({
        hotkey: 'owner',
        provider: SECRETS.nobody,
        sealed: Buffer.from(SECRETS.nobody),
        is_default: true,
        updated_at: 1,
      })
      .execute();
    await transaction
      .insertInto('submission_receipts')
      .values({
        hotkey: 'owner',
        idempotency_key: SECRETS.nobody,
        request_hash: SECRETS.nobody,
        answer: json(SECRETS.nobody),
        answered_at: 1,
      })
      .execute();
    await transaction
      .insertInto('uploads')
      .values({
        upload_key: SECRETS.nobody,
        run_id: run,
        problem_id: randomUUID(),
        content_length: 1,
        content_type: 'application/gzip',
        expires_at: 1,
        sha256: code.sha256,
        stored_at: 1,
      })
      .execute();
    await transaction
      .insertInto('bans')
      .values({ hotkey: 'someone', role: 'miner', reason: 'why', banned_by: SECRETS.nobody, banned_at: 1 })
      .execute();
    await transaction.insertInto('waitlist').values({ email: SECRETS.nobody, source: 'x', joined_at: 1 }).execute();
  });
  return code.sha256;
}
