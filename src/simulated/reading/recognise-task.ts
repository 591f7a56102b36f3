import type { ModelRequest } from './message.ts';

/** The kind of answer that a prompt asks for. */
export type Task = 'native' | 'tagged' | 'step' | 'json' | 'lines' | 'id' | 'number' | 'yes-no' | 'thought' | 'other';

/** Characters searched at the beginning and the end of a prompt, where it describes the answer. */
const LOOKED_AT = 6_000;

const NUMBER =
  /\b(?:number|index)\b.{0,60}\b(?:only|nothing else|best|fits)\b|\b(?:only|just|single)\b.{0,20}\b(?:the |a )?(?:number|index|digit)\b|\bwhich number\b/iu;
const YES_NO = /\byes\b.{0,10}\bor\b.{0,10}\bno\b|\byes\/no\b/iu;
const JSON_WANTED = /\bjson\b/iu;
/** JSON as the format of the answer, not of something else. */
const JSON_ANSWER =
  /\b(?:return|respond|reply|answer|output|extract|give|write|produce|emit|format)\b[^\n]{0,80}\bjson\b|\bjson\b[^\n]{0,20}\bonly\b|\bonly\b[^\n]{0,30}\bjson\b|\b(?:valid|strict) json\b/iu;
/** A quoted key, as in JSON. */
const TEMPLATE = /\{\s*"\w{1,40}"\s*:/u;
/** The prompt asks for text, even if it mentions JSON. */
const NO_JSON = /\b(?:no|not|never|without) json\b|\bplain text only\b/iu;
/** A line of the answer: a key in capitals and a placeholder. */
export const LINE_TO_FILL = /^[ \t]{0,4}([A-Z][A-Z_ ]{1,24}):[ \t]{0,3}<([^>\n]{1,60})>/gmu;
const ID_ONLY = /\bids? only\b|\bonly (?:the |an? )?(?:\w{1,12} ){0,2}id\b/iu;
const THOUGHT = /\b(?:thoughts?|narrat\w{1,5}|reasoning|explain|explanation|describe|sentences?)\b/iu;
const TAGS = /<tool_call>/u;
/** The prompt asks for the reasoning of a given call. Checked first, as the results in such a prompt may be any text. */
const STEP = /\breasoning between (?:its|the) calls\b/iu;

export function recogniseTask(request: ModelRequest): Task {
  if (request.tools.length > 0 && request.demand !== 'none') return 'native';
  const task = writtenTask(request);
  // Without a demand in text, an answer without calls is the next step in words.
  return request.tools.length > 0 && task === 'other' ? 'native' : task;
}

function writtenTask(request: ModelRequest): Task {
  const prompt = promptOf(request);
  if (request.messages.some(({ role, text }) => role === 'system' && STEP.test(text))) return 'step';
  if (request.wantsJson) return 'json';
  if (TAGS.test(prompt)) return 'tagged';
  // If a prompt mentions several formats, the most specific one counts.
  const isTemplate = JSON_ANSWER.test(prompt) && TEMPLATE.test(prompt);
  if (NUMBER.test(prompt) && !/\bjson object\b/iu.test(prompt) && !isTemplate) return 'number';
  if (JSON_WANTED.test(prompt) && !NO_JSON.test(prompt)) return 'json';
  if (prompt.search(LINE_TO_FILL) !== -1) return 'lines';
  if (ID_ONLY.test(prompt)) return 'id';
  if (YES_NO.test(prompt)) return 'yes-no';
  return THOUGHT.test(prompt) ? 'thought' : 'other';
}

/** The system prompts and the latest user message: the current task of the model. */
export function promptOf({ messages }: ModelRequest): string {
  const system = messages.filter((message) => message.role === 'system' || message.role === 'developer');
  const latest = messages.findLast((message) => message.role === 'user');
  return [...system, ...(latest === undefined ? [] : [latest])].map(({ text }) => ends(text)).join('\n');
}

function ends(text: string): string {
  return text.length <= 2 * LOOKED_AT ? text : `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`;
}
