/** What a prompt lets stand in one place of the JSON that it asks for. Empty `kinds`: it does not say. */
export interface ValueType {
  readonly kinds: ReadonlySet<ValueKind>;
  readonly nullable: boolean;
  /** The only texts that may stand there; empty for any. */
  readonly choices: readonly string[];
}

export type ValueKind = 'string' | 'number' | 'integer' | 'boolean' | 'list' | 'object';

export const ANY_VALUE: ValueType = { kinds: new Set(), nullable: true, choices: [] };

const KIND_WORDS: readonly (readonly [RegExp, ValueKind])[] = [
  [/^(?:an? )?(?:list|array|tuple|sequence)\b|\[\]$|^(?:list|array|sequence)[[<]/i, 'list'],
  [/^(?:an? )?(?:object|dict|dictionary|map|record)\b/i, 'object'],
  [/^(?:an? )?(?:bool|boolean|true|false|flag)\b/i, 'boolean'],
  [/^(?:an? )?(?:int|integer|whole number)\b|^-?\d+$/i, 'integer'],
  [/^(?:an? )?(?:number|float|double|decimal|numeric|num)\b|^-?\d+\.\d+$/i, 'number'],
  [/^(?:an? )?(?:string|str|text)\b/i, 'string'],
];

/** Words that stand for nothing; also those with which prompts make a field optional. */
const NOTHING = /^(?:null|none|nil|undefined|missing|omit(?:ted)?|empty)$/i;

/** A range or a number written out, such as "min-max" or "100-": an example, not one of a few choices. */
const EXAMPLE = /\d|\b(?:min|max|low|high|lower|upper)\b|-$|\.\.\.|…/i;

/** Longer alternatives are descriptions. */
const LONGEST_CHOICE = 40;

/**
 * The type behind the notations that prompts use: `"a"|"b"|null`, `"a|b|c"`, `number or null`, `<string>`, `string[]`,
 * `Optional[float]`, an example such as `"red lamp"` or `0`.
 */
export function readValueType(hint: string): ValueType {
  const plain = hint
    .replace(/\s(?:\/\/|#)[^\n]*$/, '')
    .replace(/,\s*$/, '')
    .trim();
  if (plain === '' || /^["'`]?[<[(]?(?:null|none|any|value)[>\])]?["'`]?$/i.test(plain)) return ANY_VALUE;
  const quoted = /^(["'`])([^"'`]*)\1$/.exec(plain);
  if (quoted !== null) return quotedType(quoted[2]!.trim());
  const optional = /^optional\[(.*)\]$/i.exec(plain);
  if (optional !== null) return { ...readValueType(optional[1]!), nullable: true };
  return merge(alternatives(plain).map((part) => partType(part)));
}

/** Quotes say that it is a text, unless nothing but a type is in them. */
function quotedType(inner: string): ValueType {
  const parts = alternatives(inner.replace(/^[<[]|[>\]]$/g, ''));
  const named = parts.filter((part) => !NOTHING.test(part));
  const nullable = named.length < parts.length;
  const kinds = named.map((part) => kindOf(part.replace(/\s*\(.*$/, '')));
  if (kinds.length > 0 && kinds.every((kind) => kind !== undefined) && named.every(isType)) {
    return { kinds: new Set(kinds), nullable, choices: [] };
  }
  const choices = inner.includes('|') || (parts.length > 2 && inner.includes('/')) ? choicesOf(named) : [];
  return { kinds: new Set(['string']), nullable, choices };
}

/** A type by name; "100" in quotes is an example of a text. */
function isType(part: string): boolean {
  return !/^[-\d.]+$/.test(part) && part.split(/\s+/).length <= 3;
}

function partType(part: string): ValueType {
  const quoted = /^(["'`])(.*)\1$/.exec(part);
  if (quoted !== null) return { kinds: new Set(['string']), nullable: false, choices: [quoted[2]!] };
  const bare = part.replaceAll(/^[<(]|[>)]$/g, '').trim();
  if (NOTHING.test(bare)) return { kinds: new Set(), nullable: true, choices: [] };
  const kind = kindOf(bare);
  return {
    kinds: new Set(kind === undefined ? [] : [kind]),
    nullable: /\boptional\b|\bif any\b/i.test(bare),
    choices: [],
  };
}

function kindOf(text: string): ValueKind | undefined {
  return KIND_WORDS.find(([pattern]) => pattern.test(text))?.[1];
}

function merge(parts: readonly ValueType[]): ValueType {
  const kinds = new Set(parts.flatMap((part) => [...part.kinds]));
  const choices = parts.flatMap((part) => part.choices);
  return {
    kinds,
    nullable: kinds.size === 0 || parts.some(({ nullable }) => nullable),
    choices: choices.length > 1 ? choicesOf(choices) : [],
  };
}

function choicesOf(texts: readonly string[]): readonly string[] {
  const isList = texts.length > 1 && texts.every((text) => text.length <= LONGEST_CHOICE && !EXAMPLE.test(text));
  return isList ? texts.filter((text) => !/^comma[- ]separated/i.test(text)) : [];
}

/** The parts between `|`, `/` and "or", outside quotes. */
function alternatives(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quote = '';
  for (let place = 0; place < text.length; place++) {
    const char = text[place]!;
    if (quote !== '') {
      if (char === quote) quote = '';
      continue;
    }
    if (/["`]/.test(char)) quote = char;
    const separator = /^(?:\||\/(?!\/)|,?\s+or\s+)/i.exec(text.slice(place, place + 8));
    if (separator === null) continue;
    parts.push(text.slice(start, place));
    start = place + separator[0].length;
    place = start - 1;
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== '');
}
