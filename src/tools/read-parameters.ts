import type { z } from 'zod';
import { isJsonObject } from '../json/json-object.ts';
import { parseJson } from '../json/parse-json.ts';
import { withoutEmpty } from './lenient-values.ts';

export type ReadParameters<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads arguments as models write them: an object or its JSON text. A parameter that is `null` or empty counts as not
 * given. Anything else that is not understood is reported, never ignored: a model whose misspelt filter is silently
 * ignored learns to misspell it.
 */
export function readParameters<Parameters extends z.ZodObject>(
  tool: string,
  parameters: Parameters,
  raw: unknown,
): ReadParameters<z.output<Parameters>> {
  const known = Object.keys(parameters.shape);
  const object = typeof raw === 'string' ? parsed(raw) : (raw ?? {});
  if (!isJsonObject(object)) {
    return { ok: false, reason: `The parameters of ${tool} must be a JSON object with ${known.join(', ')}.` };
  }
  const given = withoutEmpty(object) as Record<string, unknown>;
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return { ok: false, reason: `${tool} has no parameter "${unknown.slice(0, 60)}"; it takes ${known.join(', ')}.` };
  }
  const read = parameters.safeParse(given);
  if (read.success) return { ok: true, value: read.data };
  const [issue] = read.error.issues;
  return { ok: false, reason: `${String(issue!.path[0])} ${issue!.message}.` };
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  const json = parseJson(text);
  return json.ok ? json.value : undefined;
}
