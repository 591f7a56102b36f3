import { listOf, objectOf } from '../../json/json-object.ts';
import type { JsonShape } from './json-shape.ts';
import type { ValueKind } from './value-type.ts';

const MAX_DEPTH = 8;
const MAX_FIELDS = 100;

/** The shape that a JSON Schema describes: types, properties, items and enumerations. */
export function shapeOfSchema(given: unknown, depth = 0, definitions: unknown = undefined): JsonShape | undefined {
  const whole = objectOf(given);
  const defined = definitions ?? whole.$defs ?? whole.definitions;
  const schema = dereferenced(whole, defined);
  const variants = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].map((one) =>
    dereferenced(objectOf(one), defined),
  );
  const main = variants.find(({ type }) => type !== 'null') ?? schema;
  const types = [main.type].flat().filter((type): type is string => typeof type === 'string');
  const nullable = types.includes('null') || variants.some(({ type }) => type === 'null');
  const type = types.find((each) => each !== 'null');
  if (depth > MAX_DEPTH) return undefined;
  const properties = Object.entries(objectOf(main.properties)).slice(0, MAX_FIELDS);
  if (properties.length > 0) {
    const fields = properties.flatMap(([key, property]): [string, JsonShape][] => {
      const shape = shapeOfSchema(property, depth + 1, defined);
      return shape === undefined ? [] : [[key, shape]];
    });
    return { kind: 'object', nullable, fields, isExact: true };
  }
  if (type === 'array') return { kind: 'list', nullable, of: shapeOfSchema(main.items, depth + 1, defined) };
  const choices = listOf(main.enum).filter((choice): choice is string => typeof choice === 'string');
  const kind = choices.length > 0 ? 'string' : KINDS[type ?? ''];
  if (kind === undefined && depth === 0) return undefined;
  const empty = listOf(main.enum).includes(null) || nullable;
  return {
    kind: 'leaf',
    hint: '',
    nullable: kind === undefined || empty,
    type: { kinds: new Set(kind === undefined ? [] : [kind]), nullable: kind === undefined || empty, choices },
  };
}

const KINDS: Readonly<Record<string, ValueKind>> = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  object: 'object',
};

function dereferenced(
  schema: Readonly<Record<string, unknown>>,
  definitions: unknown,
): Readonly<Record<string, unknown>> {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1)! : undefined;
  return name === undefined ? schema : objectOf(objectOf(definitions)[name]);
}
