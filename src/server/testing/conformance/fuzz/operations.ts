import type { FastifyInstance } from 'fastify';
import { parseJson } from '../../../../json/parse-json.ts';
import type { Schema } from './value-for.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: Schema;
  readonly required?: boolean;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Schema of a JSON body; `undefined` if there is no body or it is not JSON. */
  readonly body: Schema | undefined;
  /** Documented statuses; empty if nothing is documented. */
  readonly statuses: readonly number[];
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

const text: Schema = { type: 'string' };

/** Routes that are not documented. */
const HIDDEN: readonly Operation[] = [
  '/metrics',
  '/openapi.json',
  '/docs/{file}',
  '/docs/static/{file}',
  '/{nothing}',
].map((path) => ({
  method: 'GET',
  path,
  parameters: [
    ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({ name: name!, in: 'path' as const, schema: text })),
    { name: 'any', in: 'query', schema: text },
  ],
  body: undefined,
  statuses: [],
}));

/** Every documented operation with its schemas. The endless event stream is left out. */
export function operationsOf(server: FastifyInstance): readonly Operation[] {
  // Serialised and parsed again, as clients receive it.
  const document = parseJson(JSON.stringify(server.swagger()));
  const { paths } = (document.ok ? document.value : {}) as { paths: Record<string, Record<string, Described>> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(() => path !== '/v1/public/events')
      .map(([method, { parameters = [], requestBody, responses }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema,
        statuses: Object.keys(responses).map(Number),
      })),
  );
  return [...described, ...HIDDEN];
}
