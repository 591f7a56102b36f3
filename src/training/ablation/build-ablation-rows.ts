import { chatText, spokenText } from '../../chat/chat-text.ts';
import type { RowMessage } from '../../chat/schema.ts';
import { estimatedTokens, type TokenCounter } from '../../corpus/filter.ts';
import { NO_LICENCE, type ReleaseRow } from '../../corpus/release.ts';
import type { Harness } from '../../evaluation/harness.ts';
import type { Problem } from '../../problems/problem.ts';
import { corpusTrace, type LeftOut, type RecordedRow } from '../rows/corpus-trace.ts';
import { sftRow } from '../rows/sft-rows.ts';
import type { SftRow } from '../rows/training-row.ts';
import { ARMS, type Arm } from './ablation-arm.ts';
import { claimedMessages } from './claimed-messages.ts';
import { commonBudget, cutToTokens, type Weighed } from './cut-to-tokens.ts';
import type { SuccessfulAttempt } from './successful-attempt.ts';

export interface AblationOrder {
  /** Problems that may be trained on; attempts at any other are left out. */
  readonly problems: readonly Problem[];
  readonly released: readonly ReleaseRow[];
  readonly successes: readonly SuccessfulAttempt[];
  readonly harness: Harness;
  /** What becomes of rows that name products which shortened results no longer show; as the recipe has it. */
  readonly unseen?: 'drop' | 'keep';
  /** Rows that would be longer are left out here: the trainer would drop them, and the arms would no longer be equal. */
  readonly context: number;
  /** Trainable ones of each arm; as many as all arms have when left out. */
  readonly tokens?: number | undefined;
  readonly seed: number;
  readonly counter?: TokenCounter;
}

interface ArmRows {
  readonly rows: readonly SftRow[];
  readonly tokens: number;
  readonly problems: number;
  readonly tokensByCategory: Readonly<Record<string, number>>;
  readonly rowsByAgent: Readonly<Record<string, number>>;
}

type Unfit = LeftOut | 'NOT_TRAINABLE' | 'UNREADABLE' | 'TOO_LONG' | 'NO_LICENCE';

export interface AblationRows {
  readonly arms: Readonly<Record<Arm, ArmRows>>;
  readonly counter: { readonly name: string; readonly exact: boolean };
  readonly left_out: Readonly<Partial<Record<Unfit, number>>>;
  /** Trainable tokens that each arm had to choose from. */
  readonly available: Readonly<Record<Arm, number>>;
}

interface Candidate extends Weighed {
  readonly row: SftRow;
  readonly agent: string;
}

/**
 * The filter ablation: one recipe, the same number of trainable tokens in every category, other attempts.
 *
 * An attempt that the release holds comes as its row in whichever arm it is: what the model really said and really saw. Of
 * any other attempt a row is what somebody without a recording gateway would have, the dialogue that the agent handed in,
 * in the form of messages with tool calls. All rows have the system prompt and the tools of the harness that the student
 * is measured with, and results shortened as that harness does. Rows are cut to size whole, and counted by the given
 * counter.
 */
export function buildAblationRows(order: AblationOrder): AblationRows {
  const { seed, counter = estimatedTokens } = order;
  const problems = new Map(order.problems.map((problem) => [problem.id, problem]));
  const released = new Map(order.released.map((row) => [row.id, row]));
  const leftOut: Partial<Record<Unfit, number>> = {};
  const candidates = order.successes.flatMap((attempt): readonly (Candidate & { agency: string })[] => {
    const problem = problems.get(attempt.problem_id);
    const row = released.get(attempt.id);
    // What either says is enough, in every arm: nobody overrules a contestant who allows nothing.
    const made = [attempt.licence, row?.licence].includes(NO_LICENCE)
      ? 'NO_LICENCE'
      : problem === undefined
        ? 'NOT_TRAINABLE'
        : candidateOf(attempt, problem, order, row);
    if (typeof made !== 'string') return [{ ...made, agency: attempt.agency }];
    leftOut[made] = (leftOut[made] ?? 0) + 1;
    return [];
  });
  const pools: Readonly<Record<Arm, readonly Candidate[]>> = {
    filtered: candidates.filter(({ id }) => released.has(id)),
    unfiltered: candidates,
    scripted: candidates.filter(({ agency }) => agency === 'scripted'),
    random: candidates,
  };
  const budget = commonBudget(Object.values(pools), order.tokens);
  const cut = (arm: Arm): ArmRows => describe(cutToTokens(pools[arm], budget, seed + ARMS.indexOf(arm)));
  return {
    arms: byArm(cut),
    counter: { name: counter.name, exact: counter.exact },
    left_out: leftOut,
    available: byArm((arm) => sumTokens(pools[arm])),
  };
}

function candidateOf(
  attempt: SuccessfulAttempt,
  problem: Problem,
  { harness, context, unseen = 'keep', counter = estimatedTokens }: AblationOrder,
  released: ReleaseRow | undefined,
): Candidate | Unfit {
  const messages = (released?.messages as readonly RowMessage[]) ?? claimedMessages(attempt.dialogue, problem.query);
  if (messages === undefined) return 'UNREADABLE';
  const recorded: RecordedRow = {
    id: attempt.id,
    problem_id: problem.id,
    query: problem.query,
    messages: [...messages] as RecordedRow['messages'],
    outcome: released?.outcome ?? null,
    policy: { name: attempt.model, simulated: attempt.simulated },
  };
  const trace = corpusTrace(recorded, '', {
    prompt: 'harness',
    harness,
    maxObservation: harness.maxObservation,
    unseen,
  });
  if (typeof trace === 'string') return trace;
  const row = sftRow(trace, 1);
  if (counter.count(chatText(row.messages, harness.schemas)) > context) return 'TOO_LONG';
  const tokens = row.messages.reduce(
    (sum, message) => (message.role === 'assistant' ? sum + counter.count(spokenText(message)) + 1 : sum),
    0,
  );
  return { id: attempt.id, row, tokens, stratum: problem.category, agent: attempt.agent };
}

function describe(candidates: readonly Candidate[]): ArmRows {
  const categories = Map.groupBy(candidates, ({ stratum }) => stratum);
  const agents = Map.groupBy(candidates, ({ agent }) => agent);
  return {
    rows: candidates.map(({ row }) => row),
    tokens: sumTokens(candidates),
    problems: new Set(candidates.map(({ row }) => row.problem_id)).size,
    tokensByCategory: Object.fromEntries([...categories].map(([category, rows]) => [category, sumTokens(rows)]).sort()),
    rowsByAgent: Object.fromEntries([...agents].map(([agent, rows]) => [agent, rows.length]).sort()),
  };
}

function sumTokens(rows: readonly Weighed[]): number {
  return rows.reduce((sum, { tokens }) => sum + tokens, 0);
}

function byArm<Value>(of: (arm: Arm) => Value): Record<Arm, Value> {
  return Object.fromEntries(ARMS.map((arm) => [arm, of(arm)])) as Record<Arm, Value>;
}
