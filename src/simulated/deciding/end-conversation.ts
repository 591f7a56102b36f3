import type { Situation, Step } from './step.ts';

export const DONE =
  'The tool confirms the recommendation: one product per item, in the order in which they were asked for. Nothing is left to search, open or verify, so I end the conversation here.';

/** Ends the conversation with the `terminate` tool, or with text if there is none. */
export function end({ tools }: Situation, status: 'success' | 'failure', thought: string): Step {
  if (tools.has('terminate')) return { thought, calls: [{ name: 'terminate', parameters: { status } }] };
  return say(thought);
}

export function say(thought: string): Step {
  return { thought, calls: [], response: thought };
}
