import type { ModelRequest } from './message.ts';

/** What kind of answer a prompt is after. */
export type Task = 'native' | 'tagged' | 'step' | 'json' | 'number' | 'yes-no' | 'thought' | 'other';

/** How much of a prompt is searched for what it wants; it says so at its beginning or at its end. */
const LOOKED_AT = 6_000;

const NUMBER =
  /\b(?:number|index)\b.{0,60}\b(?:only|nothing else|best|fits)\b|\b(?:only|just|single)\b.{0,20}\b(?:the |a )?(?:number|index|digit)\b|\bwhich number\b/iu;
const YES_NO = /\byes\b.{0,10}\bor\b.{0,10}\bno\b|\byes\/no\b/iu;
const JSON_WANTED = /\bjson\b/iu;
const THOUGHT = /\b(?:thoughts?|narrat\w{1,5}|reasoning|explain|explanation|describe|sentences?)\b/iu;
const TAGS = /<tool_call>/u;
/** A call that was made is to be given its reasons. Results stand there too, which may say anything. */
const STEP = /\breasoning between (?:its|the) calls\b/iu;

export function recogniseTask(request: ModelRequest): Task {
  if (request.tools.length > 0) return 'native';
  const prompt = promptOf(request);
  if (request.messages.some(({ role, text }) => role === 'system' && STEP.test(text))) return 'step';
  if (TAGS.test(prompt)) return 'tagged';
  if (request.wantsJson) return 'json';
  // Where a prompt mentions several forms, the one it wants most narrowly counts.
  if (NUMBER.test(prompt) && !/\bjson object\b/iu.test(prompt)) return 'number';
  if (JSON_WANTED.test(prompt)) return 'json';
  if (YES_NO.test(prompt)) return 'yes-no';
  return THOUGHT.test(prompt) ? 'thought' : 'other';
}

/** The system prompts and the latest message of the user: what the model is asked to do now. */
export function promptOf({ messages }: ModelRequest): string {
  const system = messages.filter((message) => message.role === 'system' || message.role === 'developer');
  const latest = messages.findLast((message) => message.role === 'user');
  return [...system, ...(latest === undefined ? [] : [latest])].map(({ text }) => ends(text)).join('\n');
}

function ends(text: string): string {
  return text.length <= 2 * LOOKED_AT ? text : `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`;
}
