import { isJsonObject } from '../../json/json-object.ts';
import { wishOf } from '../deciding/choose-candidate.ts';
import { shapeOfSchema } from '../reading/json-schema-shape.ts';
import { type JsonShape, requestedShape } from '../reading/json-shape.ts';
import type { ModelRequest } from '../reading/message.ts';
import { promptOf } from '../reading/recognise-task.ts';
import { ANY_VALUE } from '../reading/value-type.ts';
import type { RequestContext } from '../request-context.ts';
import type { Json } from './conform.ts';
import { Filler } from './fill-form.ts';
import { obeySchema } from './obey-schema.ts';
import { type Spoken, saying } from './spoken.ts';

/** The request as JSON in the requested shape, without other text. */
export function answerExtraction(context: RequestContext, request: ModelRequest): Spoken {
  const latest = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
  const system = request.messages
    .filter(({ role }) => role === 'system')
    .map(({ text }) => text.slice(0, 20_000))
    .join('\n');
  const shape =
    shapeOfSchema(request.jsonSchema) ??
    requestedShape(system) ??
    requestedShape(latest.slice(0, 20_000)) ??
    requestedShape(promptOf(request)) ??
    USUAL;
  const value = new Filler(context, latest).value('', shape, wishOf(context));
  return saying(JSON.stringify(guaranteed(value, request, context.query)));
}

/** What providers guarantee: JSON that fits the schema, or without one an object. */
function guaranteed(value: Json, { wantsJson, jsonSchema }: ModelRequest, query: string): Json {
  if (jsonSchema !== undefined) return obeySchema(value, jsonSchema, query);
  return wantsJson && !isJsonObject(value) ? { items: value } : value;
}

/** The request as the arguments of a tool that is not one of the shopping tools. */
export function fillArguments(context: RequestContext, request: ModelRequest, schema: unknown): Json {
  const latest = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
  const shape = shapeOfSchema(schema);
  const value = shape === undefined ? {} : new Filler(context, latest).value('', shape, wishOf(context));
  return obeySchema(value, schema, context.query);
}

const UNSTATED: JsonShape = { kind: 'leaf', hint: '', nullable: true, type: ANY_VALUE };

/** For prompts that ask for JSON without specifying its shape. */
const USUAL: JsonShape = {
  kind: 'object',
  nullable: false,
  fields: [
    [
      'items',
      {
        kind: 'list',
        nullable: false,
        of: {
          kind: 'object',
          nullable: false,
          fields: ['name', 'brand', 'price', 'service', 'attributes'].map((key) => [key, UNSTATED] as const),
        },
      },
    ],
    ['same_shop', UNSTATED],
    ['budget', UNSTATED],
  ],
};
