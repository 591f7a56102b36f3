/** Whether a validator found a problem solved, by the rules alone. */
export interface RuleOpinion {
  readonly validatorHotkey: string;
  readonly problemId: string;
  readonly isSolved: boolean;
}

/** How far two validators came to the same. */
export interface Agreement {
  /** In the order of their addresses. */
  readonly validators: readonly [string, string];
  /** Problems that both have run. */
  readonly problems: number;
  readonly same: number;
  /** Problems that one found solved and the other did not, in order. */
  readonly differing: readonly string[];
}

/**
 * Every pair of validators that ran the same agent on the same problems. Rules have no opinion of their own: where two
 * differ, the agent did, or one of the two machines did something else than it says.
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
