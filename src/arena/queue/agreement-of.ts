/** Whether a problem is solved according to a validator, by the rules alone. */
export interface RuleOpinion {
  readonly validatorHotkey: string;
  readonly problemId: string;
  readonly isSolved: boolean;
}

/** How far two validators agree. */
export interface Agreement {
  /** Ordered by address. */
  readonly validators: readonly [string, string];
  /** Problems that both validators have run. */
  readonly problems: number;
  readonly same: number;
  /** Problems that only one of them counts as solved, in order. */
  readonly differing: readonly string[];
}

/**
 * Compares every pair of validators that ran the same agent on the same problems. The rules leave no room for
 * judgement: if two validators differ, either the agent behaved differently, or one validator does not do what it
 * reports.
 */
export function agreementOf(opinions: readonly RuleOpinion[]): readonly Agreement[] {
  const byValidator = Map.groupBy(opinions, ({ validatorHotkey }) => validatorHotkey);
  const sheets = [...byValidator.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([hotkey, own]) => ({ hotkey, found: new Map(own.map(({ problemId, isSolved }) => [problemId, isSolved])) }));
  return sheets.flatMap((one, place) =>
    sheets.slice(place + 1).map((other) => {
      const shared = [...one.found.keys()].filter((problemId) => other.found.has(problemId));
      const differing = shared.filter((problemId) => one.found.get(problemId) !== other.found.get(problemId)).sort();
      return {
        validators: [one.hotkey, other.hotkey] as const,
        problems: shared.length,
        same: shared.length - differing.length,
        differing,
      };
    }),
  );
}
