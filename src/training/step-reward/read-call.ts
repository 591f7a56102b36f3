import { normalText } from '../../corpus/agency.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { partsOf } from '../../tools/lenient-values.ts';
import { readParameters } from '../../tools/read-parameters.ts';
import type { Tool } from '../../tools/tool.ts';
import { rangeIn } from './likeness.ts';
import { isDefault, kindOf } from './parameter-kind.ts';

/** A call as its tool parses it. */
export interface ReadCall {
  readonly name: string;
  /** Without default values; `null` if no tool of the harness accepts the call. */
  readonly arguments: JsonObject | null;
  /** Equal for two calls that request the same thing. */
  readonly key: string;
}

export function readCall(name: string, given: unknown, tools: readonly Tool[]): ReadCall {
  const tool = tools.find((each) => each.name === name);
  const read = tool && readParameters(name, tool.parameters, given);
  if (read?.ok !== true) return { name, arguments: null, key: `${name} ${rawKey(given)}` };
  const entries = Object.entries(read.value).filter(([parameter, value]) => !isDefault(parameter, value));
  const asked = Object.fromEntries(entries);
  const key = canonicalJson(
    Object.fromEntries(entries.map(([parameter, value]) => [parameter, normal(parameter, value)])),
  );
  return { name, arguments: asked, key: `${name} ${key}` };
}

function rawKey(given: unknown): string {
  if (typeof given === 'string') return given.trim();
  return isJsonObject(given) || Array.isArray(given) ? canonicalJson(given) : String(given);
}

function normal(parameter: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  switch (kindOf(parameter)) {
    case 'words':
      return normalText(value);
    case 'ids':
      return [...new Set(partsOf(value))].sort();
    case 'list':
    case 'amounts':
      return partsOf(value);
    case 'range': {
      const range = rangeIn(value);
      return range === undefined ? value.trim() : `${range.low}-${range.high}`;
    }
    default:
      return value;
  }
}
