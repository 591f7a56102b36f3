import { wishOf } from '../deciding/choose-candidate.ts';
import { shapeOfSchema } from '../reading/json-schema-shape.ts';
import { type JsonShape, requestedShape } from '../reading/json-shape.ts';
import type { ModelRequest } from '../reading/message.ts';
import { promptOf } from '../reading/recognise-task.ts';
import { ANY_VALUE } from '../reading/value-type.ts';
import type { RequestContext } from '../request-context.ts';
import { Filler } from './fill-form.ts';
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
  return saying(JSON.stringify(new Filler(context, latest).value('', shape, wishOf(context))));
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
