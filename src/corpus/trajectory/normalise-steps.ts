import type { RowMessage } from '../../chat/schema.ts';
import type { JudgedAgency } from '../agency/judge-agency.ts';
import type { RecordedCompletion } from './completion.ts';
import { observedResults, shownResult } from './observed-results.ts';
import { openingPrompts } from './opening-prompts.ts';
import type { BuiltMessages } from './rebuild-trajectory.ts';
import { spokenMessage } from './spoken-message.ts';
import { suppliedResult } from './supplied-result.ts';

/**
 * Completions and results as messages, in the order in which they happened, for conversations that a harness kept in
 * another format. Answers without a call are left out unless they are the last, because most are followed by a retry.
 */
export function normaliseSteps(
  completions: readonly RecordedCompletion[],
  { emissions, attributed }: Pick<JudgedAgency, 'emissions' | 'attributed'>,
  query: string,
): BuiltMessages | undefined {
  if (query === '') return undefined;
  const first = completions.find(({ calls }) => calls.length > 0) ?? completions.at(-1)!;
  const opening = openingPrompts(first, completions, query);
  const messages: RowMessage[] = [...opening.messages];
  const spoken = new Map<number, RecordedCompletion>();
  let supplied = 0;
  for (const [place, completion] of completions.entries()) {
    const isLast = place === completions.length - 1;
    if (completion.calls.length === 0 && !isLast) continue;
    const turn = spokenMessage(completion);
    spoken.set(messages.length, completion);
    messages.push(turn);
    const observed = observedResults(completion, completions[place + 1], completion.calls.length);
    for (const [at, call] of (turn.tool_calls ?? []).entries()) {
      const emitted = completion.calls[at]!;
      const emission = emissions.find((each) => each.call === emitted);
      const known = suppliedResult(emitted, (emission && attributed.uses.get(emission)) ?? []);
      const shown = known === undefined ? shownResult(completion, completions[place + 1]) : undefined;
      const content = observed?.[at] ?? known ?? shown;
      if (content === undefined) continue;
      if (observed === undefined && shown === undefined) supplied++;
      messages.push({ role: 'tool', tool_call_id: call.id, name: call.function.name, content });
    }
  }
  return { messages, spoken, supplied, replaced: opening.replaced };
}
