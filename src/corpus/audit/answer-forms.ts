import type { EmittedCall } from '../trajectory/emitted-call.ts';
import { jsonCalls } from '../trajectory/forms/json-calls.ts';
import { withoutThoughts } from '../trajectory/read-emissions.ts';

/** Rewrites an answer's calls in another of the public formats. An answer without calls is returned unchanged. */
export function inForm(tagged: string, form: string): string {
  const { calls } = jsonCalls(withoutThoughts(tagged), new Set());
  if (calls.length === 0) return tagged;
  const thought = /<think>([\s\S]*?)<\/think>/.exec(tagged)?.[1]?.replaceAll('\n', ' ') ?? '';
  return `${thought}\n${written(calls, form)}`;
}

function written(calls: readonly EmittedCall[], form: string): string {
  switch (form) {
    case 'fenced JSON': {
      const list = calls.map(({ name, arguments: args }) => ({ tool: name, args }));
      return `\`\`\`json\n${JSON.stringify(list)}\n\`\`\``;
    }
    case 'Action lines':
      return calls.map((call) => `Action: ${call.name}\nAction Input: ${JSON.stringify(call.arguments)}`).join('\n');
    case 'Python calls':
      return calls
        .map((call) => `${call.name}(${pairs(call, ([key, value]) => `${key}=${JSON.stringify(value)}`)})`)
        .join('\n');
    case 'parameter tags':
      return calls.map(tagged).join('\n');
    default:
      throw new Error(`there is no form ${form}`);
  }
}

function tagged(call: EmittedCall): string {
  const inner = pairs(call, ([key, value]) => `<parameter=${key}>${String(value)}</parameter>`, '\n');
  return `<tool_call>\n<function=${call.name}>\n${inner}\n</function>\n</tool_call>`;
}

function pairs(call: EmittedCall, show: (pair: [string, unknown]) => string, between = ', '): string {
  return Object.entries(call.arguments ?? {})
    .map(show)
    .join(between);
}
