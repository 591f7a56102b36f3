import type { ChatReply, ChatRequest } from './agent-gateway.ts';

export interface ScriptedCall {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A request with a known answer, and the calls with which a sensible model finds it. */
export interface ScriptedProblem {
  readonly query: string;
  readonly productIds: readonly string[];
  readonly turns: readonly (readonly ScriptedCall[])[];
  /** The result of an extraction. */
  readonly plan: object;
  /** Prefixes of the answers' titles. */
  readonly titles: readonly string[];
}

/**
 * A model that knows a few problems and answers each kind of prompt in its format: native tool calls, tagged text, an
 * extraction as JSON, the number of a candidate, or a thought.
 */
export function scriptedModel(problems: readonly ScriptedProblem[]): (request: ChatRequest) => ChatReply {
  return ({ messages, tools }) => {
    const said = messages.map((message) => message.content ?? '');
    const prompt = said[0] ?? '';
    const asked = said.slice(1).join('\n');
    const problem = problems.find(({ query }) => asked.includes(query));
    if (tools !== undefined && problem !== undefined) {
      const turn = messages.filter((message) => message.role === 'assistant').length;
      return { content: `Turn ${turn + 1} of the plan.`, tool_calls: problem.turns[turn] ?? [] };
    }
    if (prompt.includes('<tool_call>') && problem !== undefined) {
      const calls = problem.turns[asked.split('<obs>').length - 1] ?? [];
      return { content: `<think>As planned.</think>\n<tool_call>${JSON.stringify(calls)}</tool_call>` };
    }
    if (prompt.includes('JSON object') && problem !== undefined) {
      return { content: `Here it is:\n\`\`\`json\n${JSON.stringify(problem.plan)}\n\`\`\`` };
    }
    if (prompt.includes('number of the candidate')) {
      const titles = problems.flatMap((each) => each.titles);
      const line = asked.split('\n').find((each) => titles.some((title) => each.includes(`. ${title}`)));
      return { content: line?.split('.')[0] ?? '1' };
    }
    return { content: 'I see what was found and go on with the one that fits.' };
  };
}
