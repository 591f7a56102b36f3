import type { ColumnType } from 'kysely';
import { canonicalJson } from '../../json/canonical-json.ts';

declare const jsonText: unique symbol;

/** JSON to be written to a column. A plain string would be ambiguous: is `"null"` a text or no value? */
export type JsonText = string & { readonly [jsonText]: true };

/** A column of type `json`: written with `json()`, read as the value. */
export type JsonColumn<Value> = ColumnType<Value, JsonText, JsonText>;

export function json(value: unknown): JsonText {
  return canonicalJson(value) as JsonText;
}
