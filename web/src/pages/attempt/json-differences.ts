import { canonicalJson } from '../../../../src/json/canonical-json.ts';
import { isJsonObject } from '../../../../src/json/json-object.ts';

/** One place where a claim differs from the record. A side is `undefined` if it has no value there. */
export interface Difference {
  /** Empty for the whole value. */
  readonly path: string;
  readonly claimed: string | undefined;
  readonly recorded: string | undefined;
}

const MOST = 6;

/** The first few differences of two JSON values. The parser has already limited their depth. */
export function jsonDifferences(claimed: unknown, recorded: unknown): readonly Difference[] {
  const found: Difference[] = [];
  compare(claimed, recorded, '', found);
  return found;
}

function compare(claimed: unknown, recorded: unknown, path: string, found: Difference[]): void {
  if (found.length >= MOST || Object.is(claimed, recorded)) return;
  if (Array.isArray(claimed) && Array.isArray(recorded)) {
    for (let place = 0; place < Math.max(claimed.length, recorded.length); place++) {
      compare(claimed[place], recorded[place], `${path}[${place}]`, found);
      if (found.length >= MOST) return;
    }
  } else if (isJsonObject(claimed) && isJsonObject(recorded)) {
    for (const key of new Set([...Object.keys(claimed), ...Object.keys(recorded)])) {
      const inner = path === '' ? key : `${path}.${key}`;
      compare(own(claimed, key), own(recorded, key), inner, found);
      if (found.length >= MOST) return;
    }
  } else found.push({ path, claimed: written(claimed), recorded: written(recorded) });
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function written(value: unknown): string | undefined {
  return value === undefined ? undefined : canonicalJson(value);
}
