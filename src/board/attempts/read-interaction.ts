import { canonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, listOf, ownField, textOf } from '../../json/json-object.ts';
import { readSteps } from '../../verdict/browser.ts';
import type { EpisodeFeedbackWire } from '../wire/episode-feedback-wire.ts';

type Interaction = Pick<
  EpisodeFeedbackWire,
  'interaction' | 'observable_issues' | 'step_count' | 'tool_call_count' | 'search_call_count'
>;
type Step = EpisodeFeedbackWire['interaction'][number];
type Issue = EpisodeFeedbackWire['observable_issues'][number];

const SEARCHES: ReadonlySet<string> = new Set(['find_product', 'find_products_in_same_shop', 'web_search']);

/** The agent decides how long a dialogue is. */
const MOST_STEPS = 500;

/** What the agent claims to have done, step by step, with visible errors noted. It is a claim, not evidence. */
export function readInteraction(dialogue: readonly unknown[]): Interaction {
  const issues = new Map<string, Issue>();
  const note = (code: string, step_index: number): void => {
    const before = issues.get(code);
    issues.set(code, before ? { ...before, count: before.count + 1 } : { code, count: 1, step_index });
  };
  const made = new Set<string>();
  const interaction = readSteps(dialogue.slice(0, MOST_STEPS)).map(({ message, calls, malformed }, index): Step => {
    if (malformed) note('malformed_step', index);
    const told = listOf(ownField(message, 'tool_call'));
    return {
      step_index: index,
      turn: null,
      calls: calls.map(({ name, parameters }, place) => {
        const tool_name = typeof name === 'string' ? name : JSON.stringify(name);
        const result = ownField(told[place], 'result');
        const call = `${tool_name} ${canonicalJson(parameters ?? null)}`;
        if (made.has(call)) note('repeated_call', index);
        made.add(call);
        if (SEARCHES.has(tool_name) && Array.isArray(result) && result.length === 0) note('empty_search', index);
        return {
          call_id: `${index}.${place}`,
          tool_name,
          args: isJsonObject(parameters) ? { ...parameters } : null,
          observation: result === undefined ? null : isJsonObject(result) ? { ...result } : { result },
          done: tool_name === 'terminate',
          error_code: null,
        };
      }),
      shopper_message: textOf(ownField(message, 'user')) ?? null,
      message: textOf(ownField(message, 'response')) ?? null,
    };
  });
  const names = interaction.flatMap(({ calls }) => calls.map(({ tool_name }) => tool_name));
  return {
    interaction,
    observable_issues: [...issues.values()],
    step_count: dialogue.length,
    tool_call_count: names.length,
    search_call_count: names.filter((name) => SEARCHES.has(name)).length,
  };
}
