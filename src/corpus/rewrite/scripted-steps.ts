import type { RowMessage, ToolCall } from '../../chat/schema.ts';
import type { Call } from '../../gateway/calls.ts';
import { openAiTools } from '../../tools/openai-tools.ts';
import { FOUR_TOOLS } from '../../tools/shopping-tools.ts';
import type { Trajectory } from '../trajectory/trajectory.ts';

/** A recorded call and its recorded result. */
export interface ScriptedStep {
  readonly call: ToolCall;
  readonly result: string;
}

const TOOL_OF: Readonly<Partial<Record<Call['kind'], string>>> = {
  search: 'find_product',
  view: 'view_product_information',
};

/**
 * The actions of a program as tool calls: searches and views as recorded by the gateway, in order, and then the graded
 * recommendation, which no gateway sees.
 */
export function scriptedSteps(calls: readonly Call[], recommended: readonly string[]): ScriptedStep[] {
  const steps = calls.flatMap((call): ScriptedStep[] => {
    const name = TOOL_OF[call.kind];
    if (name === undefined) return [];
    return [{ call: toolCall(call.sequence, name, call.parameters), result: JSON.stringify(call.response) }];
  });
  const ids = recommended.join(',');
  const last = toolCall((calls.at(-1)?.sequence ?? 0) + 1, 'recommend_product', { product_ids: ids });
  return [...steps, { call: last, result: `Recommended to the user: ${ids}.` }];
}

function toolCall(sequence: number, name: string, given: object): ToolCall {
  return { id: `call_${sequence}`, type: 'function', function: { name, arguments: JSON.stringify(given) } };
}

/** The system prompt of every rewritten row. No model was given it. */
const REWRITTEN_SYSTEM =
  'You are a shopping assistant. Find what the shopper asks for with the tools you have, look closely at what they show, and recommend the product or products that meet every requirement.';

export const REWRITTEN_TOOLS = openAiTools(FOUR_TOOLS.map(({ name }) => name));

/** The conversation before a step, without reasoning: system prompt, request, calls and results. */
export function historyBefore(query: string, steps: readonly ScriptedStep[]): RowMessage[] {
  return conversation(
    query,
    steps,
    steps.map(() => ''),
  );
}

export function rewrittenTrajectory(
  query: string,
  steps: readonly ScriptedStep[],
  reasonings: readonly string[],
): Trajectory {
  return {
    query,
    messages: conversation(query, steps, reasonings),
    tools: JSON.stringify(REWRITTEN_TOOLS),
    tools_given: false,
    fidelity: 'rewritten',
    steps: [],
    supplied_results: 1,
    replaced_prompts: ['system', 'user'],
    side_completions: 0,
  };
}

/** Index of the message that contains a step. */
export function messageOfStep(place: number): number {
  return 2 + 2 * place;
}

function conversation(query: string, steps: readonly ScriptedStep[], reasonings: readonly string[]): RowMessage[] {
  return [
    { role: 'system', content: REWRITTEN_SYSTEM },
    { role: 'user', content: query },
    ...steps.flatMap(({ call, result }, place): RowMessage[] => [
      { role: 'assistant', content: reasonings[place]!, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, name: call.function.name, content: result },
    ]),
  ];
}
