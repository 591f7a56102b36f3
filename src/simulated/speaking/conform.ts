import { isJsonObject } from '../../json/json-object.ts';
import type { JsonShape } from '../reading/json-shape.ts';
import type { ValueType } from '../reading/value-type.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Converts the value to the requested shape: a string where the template has a string, and so on. */
export function conform(value: Json, shape: JsonShape): Json {
  if (value === null && shape.nullable) return null;
  if (shape.kind === 'object') return isJsonObject(value) ? value : emptyObject(shape);
  if (shape.kind === 'list') {
    const of = shape.of;
    const items = Array.isArray(value) ? value : value === null || value === '' ? [] : [value];
    return of === undefined ? items : items.map((item) => conform(item, of));
  }
  return conformLeaf(value, shape.type);
}

function emptyObject(shape: Extract<JsonShape, { kind: 'object' }>): Json {
  return Object.fromEntries(shape.fields.map(([key, field]) => [key, conform(null, field)]));
}

function conformLeaf(value: Json, type: ValueType): Json {
  const { kinds, nullable, choices } = type;
  if (kinds.size === 0) return value;
  if (value === null || (Array.isArray(value) && value.length === 0 && !kinds.has('list'))) {
    return nullable ? null : nothing(type);
  }
  if (choices.length > 0) return chosen(value, type);
  if (typeof value === 'string' && kinds.has('string')) return value;
  if (typeof value === 'boolean' && kinds.has('boolean')) return value;
  if (typeof value === 'number' && kinds.has('number')) return value;
  if (Array.isArray(value) && kinds.has('list')) return value;
  if (isJsonObject(value) && kinds.has('object')) return value;
  if (kinds.has('number') || kinds.has('integer')) {
    const number = numberIn(value);
    if (number === undefined) return nullable ? null : kinds.has('string') ? textOf(value) : 0;
    return kinds.has('number') ? number : Math.round(number);
  }
  if (kinds.has('boolean')) return value !== false && value !== 0 && value !== 'no' && value !== 'false';
  if (kinds.has('string')) return textOf(value);
  if (kinds.has('list')) return [value];
  return nullable ? null : nothing(type);
}

/** A placeholder for a required field about which the request says nothing. */
function nothing({ kinds, choices }: ValueType): Json {
  if (choices.length > 0) return choices.find((choice) => NEITHER.test(choice)) ?? choices[0]!;
  if (kinds.has('string')) return '';
  if (kinds.has('list')) return [];
  if (kinds.has('object')) return {};
  return kinds.has('boolean') ? false : 0;
}

/** Choices for what is not said. */
export const NEITHER = /^(?:none|no|other|unknown|any|default|n\/a|unspecified)$/i;

/** Several choices are joined with commas, as the search tool expects. */
function chosen(value: Json, type: ValueType): Json {
  const { choices, kinds, nullable } = type;
  const fitting = [value].flat().flatMap((each) => matching(textOf(each), choices) ?? []);
  if (fitting.length > 0) return kinds.has('list') ? fitting : fitting.join(',');
  if (typeof value === 'boolean' && kinds.has('boolean')) return value;
  return nullable ? null : nothing(type);
}

/** The choice that a text means. */
export function matching(text: string, choices: readonly string[]): string | undefined {
  const plain = letters(text);
  return (
    choices.find((choice) => choice === text) ??
    choices.find((choice) => letters(choice) === plain) ??
    choices.find(
      (choice) => plain.length > 2 && (letters(choice).startsWith(plain) || plain.startsWith(letters(choice))),
    )
  );
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The upper bound of a range: a single number for a price is the maximum. */
export function numberIn(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  const numbers = textOf(value).match(/\d+(?:\.\d+)?/g);
  return numbers === null ? undefined : Number(numbers.at(-1));
}

export function textOf(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${textOf(each)}`)
    .join(', ');
}
