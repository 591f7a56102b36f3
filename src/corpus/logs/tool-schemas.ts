import { isJsonObject, ownField, textOf } from '../../json/json-object.ts';
import { parseLogJson } from './parse-log-json.ts';

/**
 * Tool schemas of a log as JSON text in OpenAI's format; `null` if there are none. A list already in that format keeps
 * its text, so that a row refers to the schemas it was exported with.
 */
export function toolSchemas(given: unknown): string | null {
  const json = typeof given === 'string' ? parseLogJson(given) : { ok: true as const, value: given };
  if (!json.ok || !Array.isArray(json.value) || json.value.length === 0) return null;
  const listed: readonly unknown[] = json.value;
  if (listed.every((tool) => isJsonObject(ownField(tool, 'function')))) {
    const whole = listed.map(withParsedParameters);
    return typeof given === 'string' && whole.every((tool, place) => tool === listed[place])
      ? given
      : JSON.stringify(whole);
  }
  const bare = listed.filter((tool) => textOf(ownField(tool, 'name')) !== undefined).filter(isJsonObject);
  if (bare.length === 0) return null;
  return JSON.stringify(
    bare.map(({ name, description, parameters, inputSchema, input_schema }) => ({
      type: 'function',
      function: { name, description: description ?? '', parameters: parameters ?? inputSchema ?? input_schema ?? {} },
    })),
  );
}

/** Axolotl needs parameters as text, because Arrow would mix the fields of one tool into the others. */
function withParsedParameters(tool: unknown): unknown {
  const called = ownField(tool, 'function');
  const parameters = ownField(called, 'parameters');
  const json = typeof parameters === 'string' ? parseLogJson(parameters) : undefined;
  if (json?.ok !== true || !isJsonObject(tool) || !isJsonObject(called)) return tool;
  return { ...tool, function: { ...called, parameters: json.value } };
}
