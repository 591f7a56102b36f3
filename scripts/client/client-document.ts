import type { JsonObject } from '../../src/json/json-object.ts';
import { isJsonObject, objectOf } from '../../src/json/json-object.ts';

const SENT_TYPES = ['application/json', 'multipart/form-data'];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Bounds and comments that do not affect the client's types. */
const LEFT_OUT = new Set([
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'description',
  'maxItems',
  'minItems',
]);

/**
 * The part of the arena's OpenAPI document that clients are generated from. Error responses are left out, because the
 * client raises one exception for all of them. So is security, because the client signs every request if it has a
 * hotkey.
 */
export function clientDocument(document: JsonObject): JsonObject {
  const paths = Object.entries(objectOf(document.paths)).flatMap(([path, methods]): [string, JsonObject][] => {
    const kept = Object.entries(objectOf(methods)).filter(
      ([method, operation]) => METHODS.includes(method) && isCall(objectOf(operation)),
    );
    const described = kept.map(([method, operation]) => [method, describedOperation(objectOf(operation))]);
    return described.length === 0 ? [] : [[path, Object.fromEntries(described)]];
  });
  const inOrder = paths.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { openapi: '3.1.0', info: { title: 'Assay arena', version: '1' }, paths: Object.fromEntries(inOrder) };
}

/** One line per operation, so that changes make readable diffs. */
export function documentText({ paths, ...rest }: JsonObject): string {
  const lines = Object.entries(objectOf(paths)).map(([path, methods]) => {
    const operations = Object.entries(objectOf(methods)).map(
      ([method, operation]) => `      ${JSON.stringify(method)}: ${JSON.stringify(operation)}`,
    );
    return `    ${JSON.stringify(path)}: {\n${operations.join(',\n')}\n    }`;
  });
  const head = Object.entries(rest).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${head.join(',\n')},\n  "paths": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/**
 * Excludes event streams, which do not end; pages for people, which are not operations; and uploads of packed logs,
 * which are sent to a given URL.
 */
function isCall({ operationId, requestBody, responses }: JsonObject): boolean {
  const answers = Object.entries(objectOf(responses)).filter(([status]) => status.startsWith('2'));
  const types = answers.flatMap(([, answer]) => Object.keys(objectOf(objectOf(answer).content)));
  const sent = Object.keys(objectOf(objectOf(requestBody).content));
  return (
    typeof operationId === 'string' &&
    answers.length > 0 &&
    !types.includes('text/event-stream') &&
    sent.every((type) => SENT_TYPES.includes(type))
  );
}

function describedOperation(operation: JsonObject): JsonObject {
  const { operationId, tags, summary, parameters, requestBody, responses } = operation;
  const name = pascal(String(operationId));
  const answers = Object.entries(objectOf(responses)).filter(([status]) => status.startsWith('2'));
  return {
    operationId,
    tags,
    summary,
    ...(Array.isArray(parameters) && { parameters: parameters.map(withoutBounds) }),
    ...(isJsonObject(requestBody) && { requestBody: titled(requestBody, `${name}Body`) }),
    responses: Object.fromEntries(
      answers.map(([status, answer]) => [
        status,
        { description: '', ...described(objectOf(answer), name.replace(/^(Get|List)(?=[A-Z])/, '')) },
      ]),
    ),
  };
}

function described(answer: JsonObject, title: string): JsonObject {
  const [json] = Object.values(objectOf(answer.content));
  if (json === undefined) return {};
  const schema = objectOf(objectOf(json).schema);
  // A response without a schema is a file.
  if (Object.keys(withoutBounds(schema)).length === 0) {
    return { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  }
  return titled({ content: { 'application/json': { schema } } }, title);
}

function titled(part: JsonObject, title: string): JsonObject {
  const content = Object.entries(objectOf(part.content)).map(([type, media]) => {
    const schema = withoutBounds(objectOf(objectOf(media).schema));
    return [type, { schema: schema.type === 'object' ? { title, ...schema } : schema }];
  });
  return { ...(part.required !== undefined && { required: part.required }), content: Object.fromEntries(content) };
}

function withoutBounds<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withoutBounds) as Part;
  if (!isJsonObject(part)) return part;
  // A file in a form as OpenAPI 3.1 declares it; generators only support the older way.
  if (typeof part.contentMediaType === 'string') return { type: 'string', format: 'binary' } as unknown as Part;
  const kept = Object.entries(part).filter(
    // The generator supports the parts of a tuple, but not the statement that there are no others.
    ([name, value]) => (!LEFT_OUT.has(name) || isJsonObject(value)) && !(name === 'items' && value === false),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutBounds(value)])) as Part;
}

function pascal(name: string): string {
  return name
    .split('_')
    .map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`)
    .join('');
}
