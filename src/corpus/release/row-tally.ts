import { SPLIT_NAMES, type SplitName } from '../../problems/clusters.ts';
import { claimedMarkSchema } from '../logs/claimed-conversation.ts';
import { type ReleaseRow, rewrittenMarkSchema } from './release-row.ts';

export type Counts = Readonly<Record<string, number>>;

export interface SplitTally {
  readonly rows: number;
  readonly problems: number;
  readonly clusters: number;
  readonly successes: number;
}

/** Collects the counts of a card row by row. */
export class RowTally {
  readonly #splits = Object.fromEntries(
    SPLIT_NAMES.map((name) => [
      name,
      {
        rows: 0,
        successes: 0,
        problems: new Map<string, string>(),
        clusters: new Set<string>(),
        tools: new Set<string>(),
      },
    ]),
  ) as Record<
    SplitName,
    { rows: number; successes: number; problems: Map<string, string>; clusters: Set<string>; tools: Set<string> }
  >;
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #agents = new Set<string>();
  #example: ReleaseRow | undefined;

  add(row: ReleaseRow): void {
    const split = this.#splits[row.split];
    split.rows++;
    if (row.outcome?.success === true) split.successes++;
    split.problems.set(row.problem_id, row.query);
    split.clusters.add(row.leak_cluster);
    split.tools.add(row.tools_ref);
    this.#agents.add(row.agent);
    const { outcome } = row;
    this.#count('outcome', outcome === null ? 'unknown' : outcome.success ? 'success' : 'failure');
    this.#count('trains', row.trains);
    this.#count('receipt', row.receipt === null ? 'none' : 'signed');
    this.#count('policy', row.policy.simulated ? 'simulated' : 'real');
    this.#count('model', row.policy.name || 'unknown');
    this.#count('fidelity', row.fidelity);
    this.#count('tools', row.tools_given ? 'given to the model' : 'added by us');
    this.#count('supplied results', row.supplied_results > 0 ? 'some' : 'none');
    this.#count('system prompt', promptSent(row, 'system', 'replaced by our harness’s'));
    this.#count('first user message', promptSent(row, 'user', 'the bare request'));
    this.#count('rule set', outcome?.rule_set ?? 'none');
    this.#count('judge', outcome === null ? 'none' : `${outcome.judge.judge}/${outcome.judge.version}`);
    this.#count('licence', row.licence);
    this.#count('token counter', row.tokens.counter);
    const claim = claimedMarkSchema.safeParse(row.claimed);
    if (claim.success) {
      this.#count('log format', claim.data.format);
      this.#count('producer', claim.data.producer || 'unknown');
    }
    const mark = rewrittenMarkSchema.safeParse(row.rewritten);
    if (mark.success) {
      this.#count('writer', mark.data.model);
      this.#count('checker', mark.data.checker);
    }
    // The card is public; held-out problems are not.
    if (row.split === 'heldout') return;
    if (this.#example === undefined || exampleOrder(row, this.#example) < 0) this.#example = row;
  }

  #count(what: string, value: string): void {
    const counts = this.#counts.get(what) ?? new Map<string, number>();
    this.#counts.set(what, counts);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }

  counts(what: string): Counts {
    const counts = [...(this.#counts.get(what) ?? [])];
    return Object.fromEntries(counts.toSorted(([left], [right]) => (left < right ? -1 : 1)));
  }

  split(name: SplitName): SplitTally {
    const { rows, successes, problems, clusters } = this.#splits[name];
    return { rows, problems: problems.size, clusters: clusters.size, successes };
  }

  problemsOf(name: SplitName): ReadonlyMap<string, string> {
    return this.#splits[name].problems;
  }

  clustersOf(name: SplitName): ReadonlySet<string> {
    return this.#splits[name].clusters;
  }

  toolsOf(name: SplitName): ReadonlySet<string> {
    return this.#splits[name].tools;
  }

  /** Agent versions with a row. */
  get agents(): ReadonlySet<string> {
    return this.#agents;
  }

  /** A short success from the training split, if there is one. */
  get example(): ReleaseRow | undefined {
    return this.#example;
  }
}

/** Rows of older filters do not say whether prompts were replaced. */
function promptSent({ replaced_prompts: replaced }: ReleaseRow, prompt: 'system' | 'user', instead: string): string {
  return replaced === undefined ? 'not stated' : replaced.includes(prompt) ? instead : 'as sent';
}

function exampleOrder(left: ReleaseRow, right: ReleaseRow): number {
  const standing = ({ split, outcome }: ReleaseRow) =>
    (split === 'train' ? 0 : 2) + (outcome?.success === true ? 0 : 1);
  return (
    standing(left) - standing(right) || left.tokens.rendered - right.tokens.rendered || (left.id < right.id ? -1 : 1)
  );
}
