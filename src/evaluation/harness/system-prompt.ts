import { nativePrompt } from '../../tools/native-prompt.ts';
import type { OpenAiTool } from '../../tools/openai-tools.ts';
import type { HarnessSize } from './harness.ts';

const TAGGED = `

Answer with your thoughts and then with tool calls, in this form and no other:
<think>what the results show and what to do next</think>
<tool_call>[{"name": "the tool", "parameters": {"parameter": "value"}}]</tool_call>
Results come back between <obs> tags.`;

/** The system prompt. Contains the schemas for tagged text, where the request has no field for them. */
export function systemPrompt(size: HarnessSize, schemas: readonly OpenAiTool[], web: boolean): string {
  const duty = nativePrompt(size, web);
  if (schemas.length === 0) return duty;
  const tools = schemas.map((tool) => JSON.stringify(tool.function)).join('\n');
  return `${duty}\n\nTools, one JSON object per line:\n${tools}${TAGGED}`;
}
