import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** A body that is not JSON. */
export interface DescribedBody {
  readonly type: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takes?: DescribedBody;
  }
}

/** Describes an endpoint, including forms and files, which no schema of ours validates. */
export const describeEndpoint: SwaggerTransform = (given) => {
  const described = jsonSchemaTransform(given);
  const takes = given.route.config?.takes;
  if (takes === undefined) return described;
  return { ...described, schema: { ...described.schema, consumes: [takes.type], body: takes.schema } };
};

/** Marks a body that may be null as optional. */
export const describeOptionalBodies: SwaggerTransformObject = (given) => {
  if (!('openapiObject' in given)) return given.swaggerObject;
  const { openapiObject } = given;
  for (const methods of Object.values(openapiObject.paths ?? {})) {
    for (const operation of Object.values(methods ?? {})) {
      const body = bodyOf(operation);
      const alternatives = body?.content?.['application/json']?.schema?.anyOf ?? [];
      if (body !== undefined && alternatives.some(({ type }) => type === 'null')) body.required = false;
    }
  }
  const schemas = Object.keys(openapiObject.components?.schemas ?? {});
  return withoutDanglingReferences(openapiObject, new Set(schemas.map((name) => `#/components/schemas/${name}`)));
};

/**
 * The description of an endpoint refers to schemas that the document does not contain. The only recursive schema is
 * JSON itself, so each such reference stands for any value.
 */
function withoutDanglingReferences<Part>(part: Part, known: ReadonlySet<string>): Part {
  if (Array.isArray(part)) return part.map((each) => withoutDanglingReferences(each, known)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part && typeof part.$ref === 'string' && !known.has(part.$ref)) {
    return { description: 'Any JSON value.' } as Part;
  }
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, withoutDanglingReferences(value, known)]),
  ) as Part;
}

interface BodyOfOperation {
  required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly anyOf?: readonly { type?: unknown }[] } }>>;
}

function bodyOf(operation: unknown): BodyOfOperation | undefined {
  if (typeof operation !== 'object' || operation === null || !('requestBody' in operation)) return undefined;
  return operation.requestBody as BodyOfOperation;
}
