import type { RowMessage, ToolCall } from '../../chat/schema.ts';
import type { EpisodeTrace } from '../rows/episode-trace.ts';

/** Conversations for tests. Each turn lists the calls of one answer as `name arguments`. */
export function sampleTrace(
  id: string,
  turns: readonly (readonly string[])[],
  rest: Partial<EpisodeTrace> = {},
): EpisodeTrace {
  const messages: RowMessage[] = [
    { role: 'system', content: 'You shop.' },
    { role: 'user', content: 'a lamp' },
  ];
  for (const [turn, calls] of turns.entries()) {
    const made = calls.map((text, place): ToolCall => {
      const [name, ...words] = text.split(' ');
      return {
        id: `${turn}-${place}`,
        type: 'function',
        function: { name: name!, arguments: words.join(' ') || '{}' },
      };
    });
    messages.push({ role: 'assistant', content: 'I go on.', ...(made.length > 0 && { tool_calls: made }) });
    for (const call of made)
      messages.push({
        role: 'tool',
        tool_call_id: call.id,
        name: call.function.name,
        content: call.function.name === 'find_product' ? '[{"product_id":"1000000001"}]' : '"ok"',
      });
  }
  return {
    id,
    problem_id: 'p1',
    source: 'samples',
    mode: 'sampled',
    success: true,
    simulated: false,
    messages,
    tools: '[]',
    ...rest,
  };
}

export const FIND = 'find_product {"q":"lamp"}';
export const VIEW = 'view_product_information {"product_ids":"1000000001"}';
export const RECOMMEND = 'recommend_product {"product_ids":"1000000001"}';
export const END = 'terminate {"status":"success"}';
