import { queueFlaws } from '../queue/queue-flaws.ts';
import type { CheckResult, ExaminedArena } from './finding.ts';

/** Finds work items, runs and scores that contradict the rules of the queue. */
export async function checkQueue({ database }: Pick<ExaminedArena, 'database'>): Promise<CheckResult> {
  return await database.withSnapshot(async (reader) => {
    const { items, flaws } = await queueFlaws(reader);
    const findings = flaws.map(({ subject, flaw }) => ({
      subject,
      what: `${flaw[0]!.toUpperCase()}${flaw.slice(1)}.`,
      fault: 'platform' as const,
      action:
        'Run the version again: `assay admin version reevaluate`. If the database was not changed by hand, this is a bug: report it.',
    }));
    return { examined: items, findings };
  });
}
