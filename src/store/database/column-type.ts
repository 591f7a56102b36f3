/**
 * The column types that mean the same in both engines; migrations may use no others. Timestamps are `bigint`, in
 * milliseconds since 1970, and come from the caller: two servers and a database have three clocks.
 */
export const COLUMN_TYPES = {
  text: { sqlite: 'text', postgres: 'text' },
  integer: { sqlite: 'integer', postgres: 'integer' },
  bigint: { sqlite: 'bigint', postgres: 'bigint' },
  'double precision': { sqlite: 'double precision', postgres: 'double precision' },
  boolean: { sqlite: 'boolean', postgres: 'boolean' },
  // "text" in the name makes SQLite keep the text; a column of type "json" alone would turn '5' into a number.
  json: { sqlite: 'json text', postgres: 'json' },
  blob: { sqlite: 'blob', postgres: 'bytea' },
} as const;

export type ColumnType = keyof typeof COLUMN_TYPES;

export function columnType(name: string): ColumnType {
  if (Object.hasOwn(COLUMN_TYPES, name)) return name as ColumnType;
  throw new TypeError(
    `${name} does not mean the same in SQLite and PostgreSQL; use one of ${Object.keys(COLUMN_TYPES).join(', ')}`,
  );
}

/** SQLite would accept 1.5 as an integer and "yes" as a boolean; this condition makes it as strict as PostgreSQL. */
export function sqliteCheck(type: ColumnType, quoted: string): string {
  switch (type) {
    case 'text':
      return `typeof(${quoted}) in ('text', 'null')`;
    case 'integer':
      return `${quoted} is null or (typeof(${quoted}) = 'integer' and ${quoted} between -2147483648 and 2147483647)`;
    case 'bigint':
      return `typeof(${quoted}) in ('integer', 'null')`;
    case 'double precision':
      return `typeof(${quoted}) in ('real', 'null')`;
    case 'boolean':
      return `typeof(${quoted}) in ('integer', 'null') and ${quoted} in (0, 1)`;
    case 'json':
      return `json_valid(${quoted})`;
    case 'blob':
      return `typeof(${quoted}) in ('blob', 'null')`;
  }
}
