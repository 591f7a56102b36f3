import { z } from 'zod';
import type { DemoSetup } from './open-demo.ts';
import type { SubmittedContestant } from './submit-contestant.ts';

export interface Failures {
  /** Attempts in qualifying, by all validators. */
  readonly attempts: number;
  readonly failed: number;
  readonly commonest: { readonly reason: string; readonly times: number } | null;
}

/** The reason of an attempt that ended with a fault: its code and its owner. */
const FAULT = /^([A-Z_]+) \((\w+)\)$/;

const words = z.object({ failure: z.string() });

/**
 * The failed attempts of a version in qualifying, as its owner may read them. A wrong recommendation is a failure too.
 */
export async function failuresOf(
  { api }: Pick<DemoSetup, 'api'>,
  { versionId, client }: SubmittedContestant,
): Promise<Failures> {
  const { problems } = await api.problems(versionId!, client);
  const results = problems
    .filter(({ phase }) => phase === 'QUALIFYING')
    .flatMap(({ validator_results }) => validator_results.filter(({ is_included }) => is_included));
  const reasons = results.flatMap(({ score_components }) => words.safeParse(score_components).data?.failure ?? []);
  const [most] = [...Map.groupBy(reasons, (reason) => reason)].toSorted((a, b) => b[1].length - a[1].length);
  return {
    attempts: results.length,
    failed: reasons.length,
    commonest: most === undefined ? null : { reason: most[0], times: most[1].length },
  };
}

/** How many attempts failed, and how many of them for the most common reason. */
export function failuresText({ attempts, failed, commonest }: Failures): string {
  const text =
    failed > 0 && failed === attempts ? `failed all ${failed} attempts` : `failed ${failed} of ${attempts} attempts`;
  if (commonest === null) return text;
  const { reason, times } = commonest;
  const [, code, owner] = FAULT.exec(reason) ?? [];
  if (code !== undefined) {
    const some = times === failed ? text : `${text}, ${times} of them`;
    return `${some} with ${code} (the ${owner}'s fault)`;
  }
  const [what, detail] = reason.split(': ', 2);
  const why = detail === undefined ? what : `${what} (${detail})`;
  return times === failed ? `${text}: ${why}` : `${text}; most common reason, ${times} times: ${why}`;
}
