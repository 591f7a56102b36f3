import { parseJson } from '../../json/parse-json.ts';
import type { PlannedCall } from '../deciding/step.ts';
import type { OfferedTool } from '../reading/message.ts';

/** Lists that some harnesses want as JSON lists and others as text with commas. */
const COMMA_LISTS = new Set(['product_ids', 'product_prices', 'shop_ids', 'service']);

/** The parameters in the types that the offered schema names, without those it does not know. */
export function adaptCall({ parameters }: PlannedCall, tool: OfferedTool): Readonly<Record<string, unknown>> {
  const known = Object.entries(parameters).filter(([name]) => tool.parameters.size === 0 || tool.parameters.has(name));
  return Object.fromEntries(
    known.map(([name, value]) => [name, adaptValue(name, value, tool.parameters.get(name) ?? '')]),
  );
}

function adaptValue(name: string, value: unknown, type: string): unknown {
  if (type === 'array' && typeof value === 'string' && COMMA_LISTS.has(name)) return value.split(',');
  if ((type === 'array' || type === 'object') && typeof value === 'string') {
    const parsed = parseJson(value);
    return parsed.ok ? parsed.value : value;
  }
  if (type === 'string' && typeof value === 'number') return String(value);
  return value;
}
