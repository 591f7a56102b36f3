import { readMessage } from '../chat/read-message.ts';
import type { FunctionCall } from '../chat/read-response.ts';
import { type JsonObject, listOf, objectOf, textOf } from '../json/json-object.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Message, ModelRequest, OfferedTool, PastCall } from './reading/message.ts';

/** Maximum characters read of one message and of all. Real conversations are shorter. */
const MAX_MESSAGE = 1_000_000;
const MAX_TOTAL = 8_000_000;

/** A chat-completions body as a model sees it. Accepts any value: fields of the wrong type count as missing. */
export function readRequest(body: Readonly<Record<string, unknown>>): ModelRequest {
  let left = MAX_TOTAL;
  const messages = listOf(body.messages).map((given): Message => {
    const message = readMessage(given);
    const text = message.text.slice(0, Math.min(MAX_MESSAGE, left));
    left -= text.length;
    const { tool_call_id: answers } = objectOf(given);
    return {
      role: message.role || 'user',
      text,
      calls: message.toolCalls.map(callOf),
      ...(typeof answers === 'string' && { answers }),
    };
  });
  const { type: format } = objectOf(body.response_format);
  const limit = body.max_completion_tokens ?? body.max_tokens;
  return {
    messages,
    tools: listOf(body.tools).slice(0, 128).flatMap(toolOf),
    temperature: typeof body.temperature === 'number' && body.temperature > 0 ? body.temperature : 0,
    seed: typeof body.seed === 'number' || typeof body.seed === 'string' ? String(body.seed) : '',
    demand: demandOf(body.tool_choice),
    inParallel: body.parallel_tool_calls !== false,
    jsonSchema: schemaOf(objectOf(body.response_format)),
    wantsJson: format === 'json_object' || format === 'json_schema',
    maxTokens: typeof limit === 'number' && limit > 0 ? limit : Infinity,
  };
}

/** Some providers take the schema of `json_schema` without a name, or beside `json_object`. */
function schemaOf({ type, json_schema: named, schema }: JsonObject): unknown {
  if (type === 'json_object') return schema;
  return type === 'json_schema' ? (objectOf(named).schema ?? named ?? schema) : undefined;
}

function demandOf(choice: unknown): ModelRequest['demand'] {
  if (choice === 'none') return 'none';
  // Mistral's name for it is `any`.
  if (choice === 'required' || choice === 'any') return 'any';
  const name = textOf(objectOf(objectOf(choice).function).name);
  return name === undefined ? 'auto' : { name };
}

function callOf({ id, name, arguments: written }: FunctionCall): PastCall {
  const json = parseJson(written.slice(0, 100_000));
  return { id: id ?? '', name, parameters: objectOf(json.ok ? json.value : undefined) };
}

function toolOf(given: unknown): OfferedTool[] {
  const named = objectOf(objectOf(given).function);
  if (typeof named.name !== 'string') return [];
  const properties = objectOf(objectOf(named.parameters).properties);
  const types = Object.entries(properties).map(([name, schema]): [string, string] => [name, typeOf(objectOf(schema))]);
  const described = typeof named.description === 'string' ? named.description.length : 0;
  return [
    {
      name: named.name,
      parameters: new Map(types),
      schema: named.parameters,
      tokens: 12 + Math.ceil(described / 4) + 10 * types.length,
    },
  ];
}

/** The JSON type of a parameter; the first that is not null if several are allowed. */
function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const choices = [schema, ...listOf(schema.anyOf).map(objectOf)].flatMap(({ type }) =>
    Array.isArray(type) ? type : [type],
  );
  return choices.find((type): type is string => typeof type === 'string' && type !== 'null') ?? '';
}
