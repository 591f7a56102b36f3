import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';

/**
 * Replaces one field of a recipe, such as `stages.sft.optimiser.learning_rate=1e-4` or `lora=null`. The value is
 * JSON; anything else is taken as text. The schema checks afterwards whether the field exists and the value is valid.
 */
export function withOverride(recipe: unknown, override: string): unknown {
  const at = override.indexOf('=');
  const path = override.slice(0, Math.max(at, 0)).trim();
  if (path === '') {
    throw new Fault('USAGE', {
      message: `--set ${override} names no field.`,
      remedy: 'Write PATH=JSON, for example --set seed=8 or --set stages.sft.length.epochs=4.',
    });
  }
  const text = override.slice(at + 1);
  const json = parseJson(text);
  return replaced(recipe, path.split('.'), json.ok ? json.value : text, path);
}

function replaced(holder: unknown, keys: readonly string[], value: unknown, path: string): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  // Null and missing parts have no fields. Setting one field would silently drop the others.
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder) || key === '__proto__') {
    throw new Fault('USAGE', {
      message: `--set ${path}: the recipe has no such field.`,
      remedy: 'docs/training.md lists the fields of a recipe. To replace null, give a whole object.',
    });
  }
  const inner = (holder as Readonly<Record<string, unknown>>)[key];
  return { ...holder, [key]: replaced(inner, rest, value, path) };
}
