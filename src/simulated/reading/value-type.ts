/** The type that a prompt allows for one JSON value. `kinds` is empty if the prompt does not specify it. */
export interface ValueType {
  readonly kinds: ReadonlySet<ValueKind>;
  readonly nullable: boolean;
  /** The only allowed texts; empty if any text is allowed. */
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

/** Words for a missing value, including those that make a field optional in prompts. */
const NOTHING = /^(?:null|none|nil|undefined|missing|omit(?:ted)?|empty)$/i;

/** A range or a number such as "min-max" or "100-": an example, not one of several choices. */
const EXAMPLE = /\d|\b(?:min|max|low|high|lower|upper)\b|-$|\.\.\.|…/i;

/** Longer alternatives are descriptions, not choices. */
const LONGEST_CHOICE = 40;

/**
 * Parses the type notations of prompts: `"a"|"b"|null`, `"a|b|c"`, `number or null`, `<string>`, `string[]`,
 * `Optional[float]`, or an example such as `"red lamp"` or `0`.
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

/** Quotes mean text, unless they contain only the name of a type. */
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

/** Whether it may be the name of a type; "100" in quotes is an example of a text. */
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

/** Splits at `|`, `/` and "or" outside quotes. */
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
