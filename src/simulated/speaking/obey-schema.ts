import { isJsonObject, type JsonObject, listOf, numberOf, objectOf, ownField } from '../../json/json-object.ts';
import { type Json, matching, NEITHER, numberIn, textOf } from './conform.ts';

const MAX_DEPTH = 16;
/** Visited parts of a schema: alternatives within alternatives multiply. */
const MAX_VISITS = 20_000;
const MAX_ITEMS = 1_000;
const MAX_VARIANTS = 100;

/**
 * Changes a value so that it fits a JSON Schema, as providers guarantee for `response_format` and for the arguments of a
 * demanded call. A value that fits stays as it is. Patterns and formats are not applied: a pattern from a request could
 * run without end.
 *
 * @param spare Text for strings about which nothing is known and that must not be empty.
 */
export function obeySchema(value: Json, schema: unknown, spare: string): Json {
  return new SchemaReader(schema, spare).fit(value, schema, 0) ?? null;
}

class SchemaReader {
  readonly #root: unknown;
  readonly #spare: string;
  #visits = 0;

  constructor(root: unknown, spare: string) {
    this.#root = root;
    this.#spare = spare;
  }

  /** `undefined` stands for a missing value. */
  fit(value: Json | undefined, given: unknown, depth: number): Json {
    if (depth > MAX_DEPTH || this.#visits++ > MAX_VISITS) return value ?? null;
    const schema = this.#whole(objectOf(given), depth);
    const fixed = ownField(schema, 'const');
    if (fixed !== undefined) return fixed as Json;
    const choices = listOf(schema.enum) as readonly Json[];
    if (choices.length > 0) return oneOf(value, choices);
    const variants = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
    if (variants.length > 0) return this.#variant(value, schema, variants, depth);
    switch (typeFor(value, schema)) {
      case 'object':
        return this.#object(value, schema, depth);
      case 'array':
        return this.#list(value, schema, depth);
      case 'string':
        return this.#text(value, schema);
      case 'number':
        return inRange(value, schema, false);
      case 'integer':
        return inRange(value, schema, true);
      case 'boolean':
        return typeof value === 'boolean' ? value : !/^(?:|0|no|false|none)$/i.test(textOf(value ?? null));
      case 'null':
        return null;
      default:
        return value ?? null;
    }
  }

  /** The schema with its references and `allOf` put together. */
  #whole(schema: JsonObject, depth: number): JsonObject {
    const { $ref, allOf, ...own } = schema;
    if ($ref === undefined && allOf === undefined) return schema;
    if (depth > MAX_DEPTH || this.#visits++ > MAX_VISITS) return own;
    const parts = [...(typeof $ref === 'string' ? [this.#referenced($ref)] : []), ...listOf(allOf)];
    return parts.reduce<JsonObject>(
      (all, part) => this.#merged(all, () => this.#whole(objectOf(part), depth + 1)),
      own,
    );
  }

  /** Copying the properties counts as visiting them. */
  #merged(left: JsonObject, rightOf: () => JsonObject): JsonObject {
    if (this.#visits > MAX_VISITS) return left;
    const right = rightOf();
    this.#visits += 1 + Object.keys(objectOf(left.properties)).length + Object.keys(objectOf(right.properties)).length;
    return merged(left, right);
  }

  #referenced(reference: string): unknown {
    const names = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
    return names.reduce<unknown>((at, name) => ownField(at, decodedName(name)), this.#root);
  }

  /** The first variant that the value fits as it is; otherwise the first for a value that is known. */
  #variant(
    value: Json | undefined,
    { anyOf, oneOf: _, ...rest }: JsonObject,
    variants: readonly unknown[],
    depth: number,
  ) {
    const fitted = variants.slice(0, MAX_VARIANTS).map((variant) =>
      this.fit(
        value,
        this.#merged(rest, () => objectOf(variant)),
        depth + 1,
      ),
    );
    if (value !== undefined && fitted.some((each) => isSame(each, value))) return value;
    return fitted.find((each) => each !== null) ?? null;
  }

  #object(value: Json | undefined, schema: JsonObject, depth: number): Json {
    const given = isJsonObject(value) ? (value as Record<string, Json>) : {};
    const properties = objectOf(schema.properties);
    const required = new Set(listOf(schema.required).filter((name) => typeof name === 'string'));
    const known = Object.entries(properties).flatMap(([name, property]): [string, Json][] => {
      const own = ownField(given, name) as Json | undefined;
      const isUnknown = own === undefined || own === null;
      const fitted = this.fit(own, property, depth + 1);
      // What is not known and may be left out is left out.
      return isUnknown && fitted !== own && !required.has(name) ? [] : [[name, fitted]];
    });
    const others = schema.additionalProperties;
    const more = Object.entries(given).flatMap(([name, each]): [string, Json][] => {
      if (Object.hasOwn(properties, name) || others === false) return [];
      return [[name, isJsonObject(others) ? this.fit(each, others, depth + 1) : each]];
    });
    const missing = [...required].filter((name) => !Object.hasOwn(properties, name) && !Object.hasOwn(given, name));
    return Object.fromEntries([...known, ...more, ...missing.map((name): [string, Json] => [name, this.#spare])]);
  }

  #list(value: Json | undefined, schema: JsonObject, depth: number): Json {
    const items = Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value];
    const places = listOf(schema.prefixItems);
    const of = schema.items ?? {};
    const least = Math.min(Math.max(numberOf(schema.minItems) ?? 0, places.length), MAX_ITEMS);
    const fitted = Array.from({ length: Math.max(items.length, least) }, (_, place) =>
      this.fit(items[place], places[place] ?? of, depth + 1),
    );
    const different = schema.uniqueItems === true ? unique(fitted) : fitted;
    return different.slice(0, numberOf(schema.maxItems) ?? Infinity);
  }

  #text(value: Json | undefined, schema: JsonObject): Json {
    const least = Math.min(numberOf(schema.minLength) ?? 0, MAX_ITEMS);
    const text = textOf(value ?? null);
    const enough = text.length >= least ? text : this.#spare.padEnd(least, '.');
    return enough.slice(0, numberOf(schema.maxLength) ?? Infinity);
  }
}

const NUMBERS: ReadonlySet<unknown> = new Set(['number', 'integer']);

/** The type of the value if the schema allows it, otherwise the first one that it allows. */
function typeFor(value: Json | undefined, schema: JsonObject): string | undefined {
  const allowed = [schema.type].flat().filter((type): type is string => typeof type === 'string');
  if (allowed.length === 0) {
    if (isJsonObject(schema.properties) || listOf(schema.required).length > 0) return 'object';
    return schema.items === undefined && schema.prefixItems === undefined ? undefined : 'array';
  }
  const own = value === undefined ? 'nothing' : typeOf(value);
  const fitting = allowed.find((type) => type === own || (own === 'number' && NUMBERS.has(type)));
  return fitting ?? allowed.find((type) => type !== 'null') ?? 'null';
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function inRange(value: Json | undefined, schema: JsonObject, isWhole: boolean): number {
  const step = numberOf(schema.multipleOf) ?? (isWhole ? 1 : 0);
  const least = numberOf(schema.minimum) ?? -Infinity;
  const most = numberOf(schema.maximum) ?? Infinity;
  const above = numberOf(schema.exclusiveMinimum) ?? -Infinity;
  const below = numberOf(schema.exclusiveMaximum) ?? Infinity;
  const isIn = (number: number): boolean => number >= least && number <= most && number > above && number < below;
  const wanted = numberIn(value ?? null) ?? 0;
  if (step > 0) {
    const near = Math.min(Math.max(wanted, least, above), most, below);
    const rounded = Math.round(near / step) * step;
    return [rounded, rounded + step, rounded - step].find(isIn) ?? rounded;
  }
  const middle = (Math.max(least, above) + Math.min(most, below)) / 2;
  return [wanted, least, most, above + 1, below - 1, middle].find(isIn) ?? wanted;
}

/** A choice that says nothing, if the value is none of them. */
function oneOf(value: Json | undefined, choices: readonly Json[]): Json {
  const same = choices.find((choice) => value !== undefined && isSame(choice, value));
  if (same !== undefined) return same;
  const texts = choices.filter((choice) => typeof choice === 'string');
  const [first] = value === undefined || value === null ? [] : [value].flat();
  const like = first === undefined ? undefined : matching(textOf(first), texts);
  return like ?? texts.find((text) => NEITHER.test(text)) ?? (choices.includes(null) ? null : choices[0]!);
}

function merged(left: JsonObject, right: JsonObject): JsonObject {
  const properties = { ...objectOf(left.properties), ...objectOf(right.properties) };
  const required = [...listOf(left.required), ...listOf(right.required)];
  return {
    ...left,
    ...right,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function unique(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function isSame(left: Json, right: Json): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function decodedName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
