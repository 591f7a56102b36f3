import type { TemplateMessage } from '../../chat/chat-text.ts';
import { freeGuard, guardMarkers } from './guarded-text.ts';
import type { LlamaModel } from './llama.ts';
import type { PromptTemplate } from './template.ts';

export type Tokenizer = Pick<LlamaModel, 'tokenize' | 'detokenize' | 'isSpecialToken' | 'tokens'>;

export interface EncodedPrompt {
  /** As rendered by the template; markers within texts are split by a guard character. */
  readonly text: string;
  readonly ids: readonly number[];
}

/** Maximum number of conversations that may be continued. */
const MOST_REMEMBERED = 512;

/**
 * Encodes conversations as tokens. The prompt of a turn begins with exactly the tokens of the previous turn, including
 * the sampled ones. A tokenizer may split the same text differently, and a row would then not be token-exact.
 */
export class PromptEncoder {
  readonly #tokenizer: Tokenizer;
  readonly #template: PromptTemplate;
  /** Prompts with their answers, newest last. */
  readonly #remembered = new Map<string, readonly number[]>();

  constructor(tokenizer: Tokenizer, template: PromptTemplate) {
    this.#tokenizer = tokenizer;
    this.#template = template;
  }

  encode(messages: readonly TemplateMessage[], tools: readonly unknown[]): EncodedPrompt {
    const texts = [JSON.stringify(tools), ...messages.map((message) => JSON.stringify(message))];
    const markers = this.#markersIn(texts);
    const guard = markers.size === 0 ? undefined : freeGuard(texts);
    const guarded =
      guard === undefined
        ? messages
        : (mapTexts(messages, (text) => guardMarkers(text, markers, guard)) as typeof messages);
    const guardedTools =
      guard === undefined ? tools : (mapTexts(tools, (text) => guardMarkers(text, markers, guard)) as typeof tools);
    const text = this.#template.render(guarded, guardedTools);
    const known = this.#longestKnown(text);
    const ids = [...(known?.ids ?? this.#beginning(text)), ...this.#tokensOf(text.slice(known?.length ?? 0), guard)];
    return { text, ids };
  }

  /** Stores the tokens of an answer for the prompt that continues the conversation. */
  remember(prompt: EncodedPrompt, completion: readonly number[]): void {
    const text = prompt.text + this.#tokenizer.detokenize(completion, true);
    this.#remembered.delete(text);
    this.#remembered.set(text, [...prompt.ids, ...completion]);
    if (this.#remembered.size > MOST_REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value!);
  }

  #longestKnown(text: string): { readonly length: number; readonly ids: readonly number[] } | undefined {
    let longest: { readonly length: number; readonly ids: readonly number[] } | undefined;
    for (const [known, ids] of this.#remembered) {
      if (known.length > (longest?.length ?? 0) && text.startsWith(known)) longest = { length: known.length, ids };
    }
    return longest;
  }

  /** Some models expect a first token that their template does not write. */
  #beginning(text: string): readonly number[] {
    const { bos, bosString, shouldPrependBosToken } = this.#tokenizer.tokens;
    const isWritten = bosString !== null && bosString !== '' && text.startsWith(bosString);
    return this.#template.isExact || bos === null || !shouldPrependBosToken || isWritten ? [] : [bos];
  }

  #tokensOf(text: string, guard: string | undefined): readonly number[] {
    const { cutAfter } = this.#template;
    const parts = cutAfter === undefined ? [text] : text.split(cutAfter);
    return parts.flatMap((part, place) => {
      const isLast = place === parts.length - 1;
      const whole = isLast || cutAfter === undefined ? part : part + cutAfter;
      return this.#cut(whole).flatMap((each) => this.#partTokens(each, guard));
    });
  }

  #cut(text: string): readonly string[] {
    const { cutAt } = this.#template;
    return cutAt === undefined ? [text] : text.split(cutAt);
  }

  #partTokens(text: string, guard: string | undefined): readonly number[] {
    if (text === '') return [];
    const ids = this.#tokenizer.tokenize(text, true);
    if (guard === undefined || !text.includes(guard)) return ids;
    // All remaining markers are the template's. The text between them is tokenised again without the guard.
    const cleaned: number[] = [];
    let plain: number[] = [];
    const flush = () => {
      if (plain.length === 0) return;
      const words = this.#tokenizer.detokenize(plain, false).replaceAll(guard, '');
      cleaned.push(...this.#cut(words).flatMap((each) => this.#tokenizer.tokenize(each, false)));
      plain = [];
    };
    for (const id of ids) {
      if (!this.#tokenizer.isSpecialToken(id)) plain.push(id);
      else {
        flush();
        cleaned.push(id);
      }
    }
    flush();
    return cleaned;
  }

  #markersIn(texts: readonly string[]): ReadonlySet<string> {
    const markers = new Set<string>();
    for (const text of texts) {
      // Markers contain `<` or `[`; most texts contain neither.
      if (!/[<[]/.test(text)) continue;
      for (const id of this.#tokenizer.tokenize(text, true)) {
        if (this.#tokenizer.isSpecialToken(id)) markers.add(this.#tokenizer.detokenize([id], true));
      }
    }
    markers.delete('');
    return markers;
  }
}

/** Changes every text in a JSON value except keys. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}
