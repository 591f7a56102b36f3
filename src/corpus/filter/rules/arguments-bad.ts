import { Fault } from '../../../fault/fault.ts';
import { isJsonObject } from '../../../json/json-object.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { parseProductQuery } from '../../../market/search.ts';
import { readParameters } from '../../../tools/read-parameters.ts';
import { SEVEN_TOOLS } from '../../../tools/shopping-tools.ts';
import { callsOf, trajectoryOf } from '../attempt-reading.ts';
import type { FilterRule } from '../filter-rule.ts';

const TOOLS = new Map(SEVEN_TOOLS.map((tool) => [tool.name, tool]));

/**
 * Rejects arguments that a tool would refuse, and values that a lenient search would silently ignore: a model trained
 * on filters without effect would write such filters.
 */
export const argumentsBad: FilterRule = {
  reason: 'ARGUMENTS_BAD',
  check: (reading, { config }) => {
    const trajectory = trajectoryOf(reading);
    if (trajectory === undefined) return null;
    const flaws = callsOf(trajectory).flatMap(({ function: { name, arguments: written } }) => {
      const flaw = flawOf(name, written);
      return flaw === null ? [] : [`${name}: ${flaw}`];
    });
    return flaws.length > config.maximumBadCalls ? flaws[0]! : null;
  },
};

function flawOf(name: string, written: string): string | null {
  const json = parseJson(written === '' ? '{}' : written);
  if (!json.ok || !isJsonObject(json.value)) return 'the arguments are not a JSON object';
  const tool = TOOLS.get(name);
  // An agent's own tools have their own rules.
  if (tool === undefined) return null;
  const read = readParameters(name, tool.parameters, json.value);
  if (!read.ok) return read.reason;
  if (name === 'find_product') return flawOfSearch(read.value);
  const queries = read.value.product_queries;
  if (!Array.isArray(queries)) return null;
  return queries.map(flawOfSearch).find((flaw) => flaw !== null) ?? null;
}

function flawOfSearch(given: unknown): string | null {
  const { page, ...texts } = given as Readonly<Record<string, string | undefined>> & { readonly page?: number };
  try {
    parseProductQuery({ ...texts, page: page === undefined ? undefined : String(page) });
    return null;
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    return error.message;
  }
}
