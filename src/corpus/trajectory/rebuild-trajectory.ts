import type { RowMessage } from '../../chat/schema.ts';
import { openAiTools } from '../../tools/openai-tools.ts';
import { FOUR_TOOLS } from '../../tools/shopping-tools.ts';
import type { JudgedAgency } from '../agency/judge-agency.ts';
import { whyUnsaid } from '../agency/settle-agency.ts';
import type { RecordedCompletion } from './completion.ts';
import { withoutDiscarded } from './discarded-answers.ts';
import { executedSteps } from './executed-steps.ts';
import { followThread } from './follow-thread.ts';
import { normaliseSteps } from './normalise-steps.ts';
import type { ReplacedPrompt } from './opening-prompts.ts';
import { findThreads, withoutUnusedSamples } from './thread.ts';
import type { Trajectory, TrajectoryStep } from './trajectory.ts';

export type Rebuilt =
  | { readonly ok: true; readonly trajectory: Trajectory }
  | { readonly ok: false; readonly reason: string };

/** The assembled messages, and the completion of each assistant message. */
export interface BuiltMessages {
  readonly messages: readonly RowMessage[];
  readonly spoken: ReadonlyMap<number, RecordedCompletion>;
  readonly supplied: number;
  readonly replaced: readonly ReplacedPrompt[];
}

/**
 * Rebuilds the conversation that led to the actions. If all relevant calls are in one thread of requests, its messages
 * are used as the model saw them. Otherwise the model's words are put in order and each call gets its result. If the
 * calls are in a format that only their agent knows, they are replaced by the executed calls that the model named.
 */
export function rebuildTrajectory(
  completions: readonly RecordedCompletion[],
  judged: Pick<JudgedAgency, 'emissions' | 'attributed' | 'said' | 'read' | 'recommended'>,
  query: string,
): Rebuilt {
  if (completions.length === 0) return { ok: false, reason: 'no completion was recorded' };
  if (!completions.some(({ calls }) => calls.length > 0)) return rebuildExecuted(completions, judged, query);
  const threads = findThreads(completions, judged.recommended);
  const main = threads.reduce((best, each) => (weight(each.completions) > weight(best.completions) ? each : best));
  const elsewhere = threads.some((each) => each !== main && weight(each.completions) > 0);
  const isUsed = usedBy(judged);
  const seen = elsewhere ? undefined : followThread(withoutDiscarded(main.completions, isUsed), judged);
  const kept = withoutDiscarded(withoutUnusedSamples(completions, judged.recommended, isUsed), isUsed);
  const built = seen ?? normaliseSteps(kept, judged, query);
  if (built === undefined) return { ok: false, reason: REQUEST_UNKNOWN };
  const offered = main.completions.at(-1)!.request.tools;
  const given = Array.isArray(offered) && offered.length > 0;
  return {
    ok: true,
    trajectory: {
      query,
      messages: built.messages,
      tools: given ? JSON.stringify(offered) : ourTools(built.messages),
      tools_given: given,
      fidelity: seen === undefined ? 'normalised' : 'as-seen',
      steps: Array.from(built.spoken, ([message, completion]) => stepOf(message, completion)),
      supplied_results: built.supplied,
      replaced_prompts: built.replaced,
      side_completions: completions.length - built.spoken.size,
    },
  };
}

const REQUEST_UNKNOWN = 'no prompt shows the request as it was given, and `--problems` does not have it';

/** Whether a search or a view of the record comes from a completion. */
function usedBy({ attributed }: Pick<JudgedAgency, 'attributed'>): (completion: RecordedCompletion) => boolean {
  const used = new Set(Array.from(attributed.uses.keys(), ({ completion }) => completion));
  return (completion) => used.has(completion);
}

function rebuildExecuted(
  completions: readonly RecordedCompletion[],
  { said, read, recommended }: Pick<JudgedAgency, 'said' | 'read' | 'recommended'>,
  query: string,
): Rebuilt {
  const unsaid = whyUnsaid(said);
  if (unsaid !== undefined) return { ok: false, reason: `no completion has a call in a known format, and ${unsaid}` };
  const built = executedSteps(completions, read, recommended, query);
  if (built === undefined) return { ok: false, reason: REQUEST_UNKNOWN };
  return {
    ok: true,
    trajectory: {
      query,
      messages: built.messages,
      tools: ourTools(built.messages),
      tools_given: false,
      fidelity: 'executed',
      steps: Array.from(built.spoken, ([message, completion]) => stepOf(message, completion)),
      supplied_results: built.supplied,
      replaced_prompts: built.replaced,
      side_completions: completions.length - built.spoken.size,
    },
  };
}

function weight(completions: readonly RecordedCompletion[]): number {
  return completions.reduce((sum, { calls }) => sum + calls.length, 0);
}

const FOUR = FOUR_TOOLS.map(({ name }) => name);
const FOUR_SCHEMAS = JSON.stringify(openAiTools(FOUR));
const SEVEN_SCHEMAS = JSON.stringify(openAiTools());

/** Our schemas, for a conversation whose prompt described tools in words. */
export function ourTools(messages: readonly RowMessage[]): string {
  const used = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  return used.every((call) => FOUR.includes(call.function.name)) ? FOUR_SCHEMAS : SEVEN_SCHEMAS;
}

function stepOf(message: number, completion: RecordedCompletion): TrajectoryStep {
  return {
    message,
    completion: completion.sequence,
    finish_reason: completion.finishReason,
    model: completion.answeredBy?.model ?? null,
    latency_ms: completion.latencyMilliseconds,
    prompt_token_ids: completion.tokens?.prompt ?? null,
    token_ids: completion.tokens?.completion ?? null,
    logprobs: completion.tokens?.logProbabilities ?? null,
  };
}
