import {
  type ColumnDefinitionNode,
  CreateTableNode,
  type DataTypeNode,
  DataTypeNode as DataTypes,
  PrimaryKeyConstraintNode,
  SqliteQueryCompiler,
} from 'kysely';
import { checkValue } from './check-value.ts';
import { COLUMN_TYPES, columnType, sqliteCheck } from './column-type.ts';

/** Makes SQLite enforce its column types, so that mistakes show before the query runs on PostgreSQL. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    checkValue(value);
    super.appendValue(value);
  }

  protected override visitDataType(node: DataTypeNode): void {
    this.append(COLUMN_TYPES[columnType(node.dataType)].sqlite);
  }

  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    super.visitColumnDefinition(node);
    if (!DataTypes.is(node.dataType)) return;
    const name = node.column.column.name;
    // SQLite allows null in a primary key unless `not null` is stated.
    if (node.notNull !== true && (node.primaryKey === true || this.#isInPrimaryKey(name))) this.append(' not null');
    const quoted = `"${this.sanitizeIdentifier(name)}"`;
    this.append(` check (${sqliteCheck(columnType(node.dataType.dataType), quoted)})`);
  }

  #isInPrimaryKey(column: string): boolean {
    const table = this.parentNode;
    if (table === undefined || !CreateTableNode.is(table)) return false;
    const keys = (table.constraints ?? []).filter((constraint) => PrimaryKeyConstraintNode.is(constraint));
    return keys.some((key) => key.columns.some((part) => part.column.name === column));
  }
}
