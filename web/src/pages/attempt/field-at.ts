import { isJsonObject, type JsonObject, ownField } from '../../../../src/json/json-object.ts';

/** Fields of what strangers wrote: of the kind that is wanted, or none. */
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
