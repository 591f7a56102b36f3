import { isJsonObject, type JsonObject, ownField } from '../../../../src/json/json-object.ts';

/** Reads a field of untrusted JSON; `null` if it does not have the expected type. */
export function objectAt(value: unknown, key: string): JsonObject | null {
  const field = ownField(value, key);
  return isJsonObject(field) ? field : null;
}

export function textAt(value: unknown, key: string): string | null {
  const field = ownField(value, key);
  return typeof field === 'string' ? field : null;
}

export function numberAt(value: unknown, key: string): number | null {
  const field = ownField(value, key);
  return typeof field === 'number' && Number.isFinite(field) ? field : null;
}
