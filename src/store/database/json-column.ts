import type { ColumnType } from 'kysely';
import { canonicalJson } from '../../json/canonical-json.ts';

declare const jsonText: unique symbol;

/** JSON on its way into a column. A plain string would not do: is `"null"` a text or nothing? */
export type JsonText = string & { readonly [jsonText]: true };

/** A column of type `json`: written with `json()`, read as the value. */
export type JsonColumn<Value> = ColumnType<Value, JsonText, JsonText>;

export function json(value: unknown): JsonText {
  return canonicalJson(value) as JsonText;
}
