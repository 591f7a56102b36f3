import { z } from 'zod';
import { canonicalJson } from '../../json/canonical-json.ts';
import { bankExists, changedProblems, checkDraw, openBank, parseDraw, problemDigest } from '../../problems/suites.ts';
import { sha256 } from '../../store/sha256.ts';
import { parseExamProblem } from '../exam/exam-problem.ts';
import type { RaceRow } from '../race/stored-race.ts';
import type { CheckResult, ExaminedArena, Finding } from './finding.ts';

const committedSchema = z.object({ draw_commitment: z.string() });
const RESTORE_DATABASE = 'Restore the database from a backup, or cancel the race if it is not decided.';
const RESTORE_BANK = 'Restore the bank that the race was drawn from, or cancel the race if it is not decided.';

interface StoredProblem {
  readonly problem_id: string;
  readonly source_id: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/**
 * Checks that stored problems hash to the id of their set, and that the draw of every race is the committed one: in the
 * public ledger, in the table of races, in the bank, and in the problems that racers got.
 */
export async function checkProblems(
  { database: { reader } }: ExaminedArena,
  bankFolder: string | undefined,
): Promise<CheckResult> {
  const findings: Finding[] = [];
  const sets = await reader.selectFrom('problem_sets').selectAll().orderBy('created_at').execute();
  const problems = new Map<string, readonly StoredProblem[]>();
  for (const { set_id, kind, size } of sets) {
    const stored = await reader
      .selectFrom('set_problems')
      .select(['problem_id', 'source_id', 'record'])
      .where('set_id', '=', set_id)
      .orderBy('position')
      .execute();
    if (kind === 'race') problems.set(set_id, stored);
    const hash = sha256(canonicalJson([kind, ...stored.map(({ record }) => record)]));
    if (hash === set_id && stored.length === size) continue;
    findings.push({
      subject: `problem set ${set_id}`,
      what: `Its ${stored.length} problems hash to ${hash}: they were changed, added or removed.`,
      fault: 'operator',
      action: 'Restore the database from a backup. Until then scores on this set cannot be trusted.',
    });
  }
  const races = await reader
    .selectFrom('races')
    .selectAll()
    .where('draw_commitment', 'is not', null)
    .orderBy('race_number')
    .execute();
  const bank = bankFolder !== undefined && bankExists(bankFolder) ? await openBank(bankFolder) : undefined;
  for (const race of races) {
    const subject = `race ${race.race_number}`;
    const event = await reader
      .selectFrom('events')
      .select('data')
      .where('subject', '=', subject)
      // Races recorded before beacons existed were committed and started at once.
      .where('what', 'in', ['race.committed', 'race.started'])
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirst();
    const published = committedSchema.safeParse(event?.data);
    if (!published.success || published.data.draw_commitment !== race.draw_commitment) {
      const what = `The table of races says that its draw was committed as ${race.draw_commitment}; the public ledger says ${published.success ? published.data.draw_commitment : 'nothing of it'}.`;
      findings.push({ subject, what, fault: 'operator', action: RESTORE_DATABASE });
    }
    const inBank = bank?.state.draws.get(race.race_id)?.commitment;
    if (bank !== undefined && inBank !== race.draw_commitment) {
      const what = `Its draw was committed as ${race.draw_commitment}; the bank ${inBank === undefined ? 'does not know the race' : `has ${inBank}`}.`;
      findings.push({ subject, what, fault: 'operator', action: RESTORE_BANK });
    }
    const flaw = flawOfDraw(race, problems.get(race.set_id ?? ''));
    if (flaw !== undefined) findings.push({ subject, what: flaw, fault: 'operator', action: RESTORE_DATABASE });
  }
  return { examined: sets.length + races.length, findings };
}

/** Checks a published draw: whether it matches the commitment, and whether racers got the problems it drew. */
function flawOfDraw({ draw, draw_commitment }: RaceRow, given: readonly StoredProblem[] = []): string | undefined {
  if (draw === null) return undefined;
  const parsed = parseDraw(draw);
  if (!parsed.ok) return `Its published draw cannot be read: it ${parsed.reason}.`;
  const [flaw] = checkDraw(parsed.draw, draw_commitment!);
  if (flaw !== undefined) return `Its published draw does not match the commitment: ${flaw}.`;
  if (given.length === 0) return undefined;
  const ids = given.map(({ source_id }) => source_id);
  if (ids.join('\n') !== parsed.draw.problem_ids.join('\n')) return 'Racers got other problems than were drawn.';
  const digests = given.flatMap(({ problem_id, source_id, record }) => {
    const read = parseExamProblem(problem_id, { ...record, source_id });
    return read.ok ? [[source_id, problemDigest(read.problem)] as const] : [];
  });
  const [changed] = changedProblems(parsed.draw, new Map(digests));
  return changed === undefined ? undefined : `Problem ${changed} is not as it was when the draw was committed.`;
}
