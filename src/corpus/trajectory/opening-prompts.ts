import { contentText } from '../../chat/content-text.ts';
import type { RowMessage } from '../../chat/schema.ts';
import { ownField } from '../../json/json-object.ts';
import { nativePrompt } from '../../tools/native-prompt.ts';
import { FOUR_TOOLS, SEVEN_TOOLS } from '../../tools/shopping-tools.ts';
import { spacedWords } from '../agency/spaced-words.ts';
import type { RecordedCompletion } from './completion.ts';
import { quotedStrings } from './quoted-strings.ts';

/** A prompt of a row that is not as it was sent. */
export type ReplacedPrompt = 'system' | 'user';

interface OpeningPrompts {
  readonly messages: readonly RowMessage[];
  readonly replaced: readonly ReplacedPrompt[];
}

/**
 * What a row has before the first turn of its model, for a model that wrote its calls in its agent's own notation. Our
 * harness's system prompt replaces the agent's, which explains that notation. The user message is kept as sent if it is
 * the only one, shows the request, and nothing else in it describes calls: no word of the notation occurs beside the
 * request.
 * @param notation The words of the model's notation; `undefined` if the system prompts do not explain it.
 */
export function executedPrompts(
  first: RecordedCompletion,
  notation: readonly string[] | undefined,
  query: string,
  called: readonly string[],
): OpeningPrompts {
  const user = onlyUserMessage(first);
  const isKept =
    user !== undefined &&
    notation !== undefined &&
    shows(user, query) &&
    !describesCalls(user) &&
    !namesTool(user, called) &&
    !namesAny(spacedWords(user).replaceAll(spacedWords(query), ' '), notation);
  return {
    messages: [targetPrompt(called), { role: 'user', content: isKept ? user : query }],
    replaced: isKept ? ['system'] : ['system', 'user'],
  };
}

/**
 * The words with which a model writes its calls (the first word of a line, and those before a bracket or colon), if its
 * own system prompt has one of them and therefore explains the notation.
 * @param lines The lines of the completion that repeat arguments of a call.
 */
export function explainedNotation(completion: RecordedCompletion, lines: readonly string[]): string[] | undefined {
  const marked = completion.text.matchAll(/([\p{L}\p{N}_-]{1,40})[ \t]{0,2}[[({:=<|>]/gu);
  const firstWords = lines.flatMap((line) => /[\p{L}\p{N}_-]{1,40}/u.exec(line)?.[0] ?? []);
  const words = [...firstWords, ...Array.from(marked, ([, word]) => word!)];
  const isExplained = lines.length > 0 && namesAny(spacedWords(systemText(completion)), words);
  return isExplained ? words : undefined;
}

function namesAny(spaced: string, words: readonly string[]): boolean {
  return words.some((word) => spaced.includes(spacedWords(word)));
}

/**
 * The prompts of the first completion with a call, as sent, where they agree with the calls as the row renders them.
 *
 * They disagree if one of them describes calls as text, or if the model wrote its calls as text and was offered no
 * tools, so that only its prompts can have told it how. Then our harness's system prompt replaces the agent's. The user
 * message is kept as sent if it is the only message besides system ones, describes no calls, and shows the request (or
 * a kept system prompt does). Otherwise the row has the bare request.
 */
export function openingPrompts(
  first: RecordedCompletion,
  all: readonly RecordedCompletion[],
  query: string,
): OpeningPrompts {
  const others = first.messages.filter((message) => !isSystem(message));
  const system = systemText(first);
  const user = onlyUserMessage(first);
  const called = [...new Set(all.flatMap(({ calls }) => calls.map(({ name }) => name)))];
  const wroteText = all.some(({ calls }) => calls.some(({ form }) => form !== 'native')) && !offersTools(first);
  const differs = wroteText || [system, ...others.map(textOf)].some(describesCalls);
  const kept = differs ? '' : system;
  const isKept =
    user !== undefined &&
    !describesCalls(user) &&
    !(wroteText && namesTool(user, called)) &&
    [user, kept].some((text) => shows(text, query));
  const opening: readonly RowMessage[] = differs
    ? [targetPrompt(called)]
    : system === ''
      ? []
      : [{ role: 'system', content: system }];
  return {
    messages: [...opening, { role: 'user', content: isKept ? user : query }],
    replaced: [...(differs ? ['system' as const] : []), ...(isKept ? [] : ['user' as const])],
  };
}

const FOUR = FOUR_TOOLS.map(({ name }) => name);
const SEVEN = SEVEN_TOOLS.map(({ name }) => name);

function targetPrompt(called: readonly string[]): RowMessage {
  return { role: 'system', content: nativePrompt(called.every((name) => FOUR.includes(name)) ? 4 : 7) };
}

function systemText({ messages }: RecordedCompletion): string {
  return messages.filter(isSystem).map(textOf).join('\n\n');
}

/** The text of the only message besides system ones, if it is the user's. */
function onlyUserMessage({ messages }: RecordedCompletion): string | undefined {
  const others = messages.filter((message) => !isSystem(message));
  return others.length === 1 && ownField(others[0], 'role') === 'user' ? textOf(others[0]) : undefined;
}

function isSystem(message: unknown): boolean {
  const role = ownField(message, 'role');
  return role === 'system' || role === 'developer';
}

function textOf(message: unknown): string {
  return contentText(ownField(message, 'content'));
}

function offersTools({ request }: RecordedCompletion): boolean {
  return [request.tools, request.functions].some((offered) => Array.isArray(offered) && offered.length > 0);
}

/** Tags of calls, lines of ReAct, and the fields of a call in JSON. */
const CALL_TAG = /<\/?(?:tool_call|tool|function|function_call|invoke|action|call)\b[^>]{0,80}>/i;
const CALL_LINE = /^[ \t*#>-]{0,8}(?:Action|Action Input|Tool|Tool Input)[ \t*]{0,3}:/im;
const CALL_NAME = /"(?:name|tool|tool_name|function|action)"\s{0,4}:/;
const CALL_ARGUMENTS = /"(?:arguments|parameters|args|input|action_input|tool_input)"\s{0,4}:/;

/** Whether a prompt tells its model to write calls as text. */
function describesCalls(text: string): boolean {
  return CALL_TAG.test(text) || CALL_LINE.test(text) || (CALL_NAME.test(text) && CALL_ARGUMENTS.test(text));
}

/** A user message that explains tools to a model without native calls also explains how to call them. */
function namesTool(text: string, called: readonly string[]): boolean {
  return [...SEVEN, ...called].some((name) => text.includes(name));
}

function shows(text: string, query: string): boolean {
  const words = spacedWords(query);
  if (spacedWords(text).includes(words)) return true;
  return quotedStrings(text).some((each) => spacedWords(each).includes(words));
}
