/** Outcome by attempt id: `kept`, or the deciding reason. */
export type Outcomes = ReadonlyMap<string, string>;

export interface ChangedOutcome {
  readonly from: string;
  readonly to: string;
  readonly attempts: number;
  /** A few of the attempt ids. */
  readonly examples: readonly string[];
}

const EXAMPLES = 3;

/**
 * The attempts whose outcome changed with the thresholds, by old and new outcome. Attempts missing on one side are
 * `absent` there.
 */
export function changedOutcomes(before: Outcomes, after: Outcomes): ChangedOutcome[] {
  const moves = new Map<string, { from: string; to: string; ids: string[] }>();
  for (const id of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const from = before.get(id) ?? 'absent';
    const to = after.get(id) ?? 'absent';
    if (from === to) continue;
    const move = moves.get(`${from}\0${to}`) ?? { from, to, ids: [] };
    moves.set(`${from}\0${to}`, move);
    move.ids.push(id);
  }
  return [...moves.values()]
    .map(({ from, to, ids }) => ({ from, to, attempts: ids.length, examples: ids.slice(0, EXAMPLES) }))
    .toSorted((left, right) => right.attempts - left.attempts);
}
