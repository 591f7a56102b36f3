import type { Random } from '../../../../random/random.ts';
import { hostileValue } from './hostile-values.ts';

/** The subset of JSON Schema that our API description uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

/** Meaningful values by field name: existing ids, addresses, records in a list. */
export type Meanings = Readonly<Record<string, readonly unknown[]>>;

/**
 * A value that matches the schema, as JSON; `spoil` is how often a part is replaced by something else. With 0 it is a
 * value that a client could send, often at its bounds.
 */
export function valueFor(schema: Schema, random: Random, meanings: Meanings, spoil: number, name = ''): string {
  if (random.chance(spoil)) return hostileValue(random);
  const inner = (part: Schema, key: string): string => valueFor(part, random, meanings, spoil, key);
  if (schema.anyOf !== undefined) return inner(random.pick(schema.anyOf), name);
  if (schema.enum !== undefined) return JSON.stringify(random.pick(schema.enum));
  const known = meanings[name];
  const kind = typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['string']);
  if (known !== undefined && !random.chance(0.15) && kind !== 'null' && kind !== 'array' && kind !== 'object') {
    return JSON.stringify(random.pick(known));
  }
  switch (kind) {
    case 'object':
      return objectFor(schema, random, inner, spoil);
    case 'array': {
      const most = Math.min(schema.maxItems ?? 3, 3);
      const count = Math.max(schema.minItems ?? 0, random.integer(most + 1));
      const records = schema.items?.properties === undefined ? meanings[`${name}[]`] : undefined;
      const item = (): string =>
        records === undefined ? inner(schema.items ?? {}, name) : spoilt(random.pick(records), random, spoil);
      return `[${Array.from({ length: count }, item).join(',')}]`;
    }
    case 'integer':
      return `${Math.round(numberFor(schema, random))}`;
    case 'number':
      return `${numberFor(schema, random)}`;
    case 'boolean':
      return `${random.chance(0.5)}`;
    case 'null':
      return 'null';
    default:
      return JSON.stringify(textFor(schema, random));
  }
}

function objectFor(
  { properties = {}, required = [], additionalProperties }: Schema,
  random: Random,
  inner: (part: Schema, key: string) => string,
  spoil: number,
): string {
  const fields = Object.entries(properties)
    .filter(([key]) => (required.includes(key) ? !random.chance(spoil) : random.chance(0.7)))
    .map(([key, part]) => `${JSON.stringify(key)}:${inner(part, key)}`);
  if (typeof additionalProperties === 'object' || random.chance(spoil)) {
    const part = typeof additionalProperties === 'object' ? additionalProperties : {};
    fields.push(`${random.chance(spoil) ? '"__proto__"' : `"key${random.integer(5)}"`}:${inner(part, 'key')}`);
  }
  return `{${fields.join(',')}}`;
}

function numberFor({ minimum = -1_000, maximum = 1_000 }: Schema, random: Random): number {
  return random.pick([minimum, maximum, minimum, Math.min(maximum, minimum + 1), (minimum + maximum) / 2]);
}

function textFor({ format, minLength = 0, maxLength = 60 }: Schema, random: Random): string {
  switch (format) {
    case 'uuid':
      return `${'0123456789abcdef'[random.integer(16)]}0000000-0000-4000-8000-000000000000`;
    case 'email':
      return `somebody${random.integer(1e9)}@example.org`;
    case 'date-time':
      return random.pick(['2026-01-01T00:00:00Z', '2099-12-31T23:59:59.999Z', '0001-01-01T00:00:00+14:00']);
    case 'uri':
      return 'http://127.0.0.1:1/';
    default: {
      const length = random.pick([minLength, Math.max(minLength, 1), Math.min(maxLength, 30), maxLength]);
      // Some texts are booleans.
      if (maxLength > 10 && random.chance(0.2)) return random.pick(['true', 'false']);
      return random.pick(['a', 'ß', '漢']).repeat(length);
    }
  }
}

/** A value as JSON in which some parts are randomly replaced. */
function spoilt(value: unknown, random: Random, spoil: number): string {
  if (random.chance(spoil / 4)) return hostileValue(random);
  if (Array.isArray(value)) return `[${value.map((each) => spoilt(each, random, spoil)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(() => !random.chance(spoil / 4));
  return `{${fields.map(([key, each]) => `${JSON.stringify(key)}:${spoilt(each, random, spoil)}`).join(',')}}`;
}
