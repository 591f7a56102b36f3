import { contentText } from '../../chat/content-text.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { ownField } from '../../json/json-object.ts';
import { jsonSpans } from '../../json/json-spans.ts';
import { parseJson } from '../../json/parse-json.ts';
import { openAiTools } from '../../tools/openai-tools.ts';
import type { RecordedCompletion } from '../trajectory/completion.ts';
import { sameJson } from './same-json.ts';
import { spacedWords } from './spaced-words.ts';

/** A part of the prompt written by the program. The same part in a later request is the same object. */
export class PromptPiece {
  readonly text: string;
  /** Whether it shows products, so that the model is meant to read the ids and titles in it. */
  readonly showsProducts: boolean;
  #lower: string | undefined;
  #words: string | undefined;
  #prose: string | undefined;
  #proseWords: string | undefined;
  #telling: readonly string[] | undefined;

  constructor(text: string, showsProducts: boolean) {
    this.text = text;
    this.showsProducts = showsProducts;
  }

  get lower(): string {
    this.#lower ??= this.text.toLowerCase();
    return this.#lower;
  }

  get words(): string {
    this.#words ??= spacedWords(this.text);
    return this.#words;
  }

  /** The text without results. */
  get prose(): string {
    this.#prose ??= this.showsProducts ? besideJson(this.text) : this.text;
    return this.#prose;
  }

  get proseWords(): string {
    this.#proseWords ??= this.showsProducts ? spacedWords(this.prose) : this.words;
    return this.#proseWords;
  }

  /**
   * The words that could convey an instruction. Numbers result from arithmetic, words with digits are ids or
   * timestamps, and short words carry no information. Encoded words are searched for separately.
   */
  get tellingWords(): readonly string[] {
    this.#telling ??= (this.proseWords.match(/[^ ]{3,}/g) ?? []).filter((word) => !/\d/.test(word));
    return this.#telling;
  }
}

/**
 * For every completion, the pieces of its request that are not recorded output of the model. Roles are not trusted: an
 * assistant message is the model's only if an earlier completion contains it, because a script can write a call into a
 * history as easily as into a question.
 */
export function promptPieces(completions: readonly RecordedCompletion[]): PromptPiece[][] {
  const said = new Set<string>();
  let before: readonly Slot[] = [];
  let beforeRest: Slot | undefined;
  return completions.map((completion) => {
    const slots = completion.messages.map((message, place) => readSlot(message, before[place], said));
    const rest = readRest(completion, beforeRest);
    before = slots;
    beforeRest = rest;
    if (completion.text !== '') said.add(completion.text.trim());
    for (const call of completion.calls) if (call.arguments !== null) said.add(canonicalJson(call.arguments));
    return [...slots.flatMap(({ pieces }) => pieces), ...rest.pieces];
  });
}

interface Slot {
  readonly given: unknown;
  readonly text: string;
  readonly pieces: readonly PromptPiece[];
}

function readSlot(message: unknown, before: Slot | undefined, said: ReadonlySet<string>): Slot {
  if (before !== undefined && sameJson(before.given, message)) return before;
  const role = ownField(message, 'role');
  const written = contentText(ownField(message, 'content'));
  const foreign = role === 'assistant' ? foreignCalls(message, said) : [];
  const isSaid = role === 'assistant' && said.has(written.trim());
  const text = [...(isSaid ? [] : [written]), ...foreign].join('\n');
  if (text === '') return { given: message, text, pieces: [] };
  // A harness that keeps the conversation in one text appends to it.
  if (before !== undefined && before.text.length > 200 && text.startsWith(before.text)) {
    return { given: message, text, pieces: [...before.pieces, pieceOf(role, text.slice(before.text.length))] };
  }
  return { given: message, text, pieces: [pieceOf(role, text)] };
}

function pieceOf(role: unknown, text: string): PromptPiece {
  const showsProducts = role === 'tool' || text.includes('product_id');
  return showsProducts ? new PromptPiece(text, true) : sharedPiece(text);
}

const shared = new Map<string, PromptPiece>();
const MAX_SHARED = 500;
const MAX_SHARED_TEXT = 20_000;

/** Cached: system prompts repeat in every attempt, and reading one costs more than the rest of a short attempt. */
function sharedPiece(text: string): PromptPiece {
  if (text.length > MAX_SHARED_TEXT) return new PromptPiece(text, false);
  const known = shared.get(text);
  if (known !== undefined) return known;
  if (shared.size >= MAX_SHARED) shared.clear();
  const piece = new PromptPiece(text, false);
  shared.set(text, piece);
  return piece;
}

/** Calls in an assistant message that no completion contains. */
function foreignCalls(message: unknown, said: ReadonlySet<string>): string[] {
  const calls = ownField(message, 'tool_calls');
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    const written = ownField(ownField(call, 'function'), 'arguments');
    const json = typeof written === 'string' ? parseJson(written) : { ok: true as const, value: written };
    const isSaid = json.ok && said.has(canonicalJson(json.value ?? null));
    return isSaid ? [] : [typeof written === 'string' ? written : JSON.stringify(written ?? '')];
  });
}

const OUR_SCHEMAS = openAiTools();

/** Everything in a request besides its messages that could tell a model what to say: schemas, forced tools, formats. */
function readRest({ request }: RecordedCompletion, before: Slot | undefined): Slot {
  const { messages: _, model: __, ...given } = request;
  if (before !== undefined && sameJson(before.given, given)) return before;
  const { tools, ...others } = given;
  const shown = Array.isArray(tools) ? tools.filter((tool) => !OUR_SCHEMAS.some((ours) => sameJson(ours, tool))) : [];
  const named = Object.values(others).filter((value) => typeof value === 'string' || typeof value === 'object');
  const text = [...shown, ...named].map((value) => JSON.stringify(value)).join('\n');
  return { given, text, pieces: text === '' ? [] : [sharedPiece(text)] };
}

/** A text without the JSON in it: what was written around results. */
function besideJson(text: string): string {
  // Most results are JSON from beginning to end. Other text inside them is only searched for instructions.
  if (/^[[{]/.test(text) && /[\]}]$/.test(text.slice(-1))) return '';
  let rest = '';
  let from = 0;
  for (const { start, end } of jsonSpans(text)) {
    rest += `${text.slice(from, start)} `;
    from = end;
  }
  return rest + text.slice(from);
}
