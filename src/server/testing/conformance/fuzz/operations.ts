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
  /** Of a body in JSON; nothing where there is none or it is something else. */
  readonly body: Schema | undefined;
  /** Statuses that are described; none where nothing is. */
  readonly statuses: readonly number[];
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

const text: Schema = { type: 'string' };

/** What answers without being described. */
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

/** Every operation the server describes, with what it says it wants. A stream that never ends is left out. */
export function operationsOf(server: FastifyInstance): readonly Operation[] {
  // By way of its text, since that is what clients get.
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
