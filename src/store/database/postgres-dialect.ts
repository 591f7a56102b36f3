import {
  ColumnDefinitionNode,
  type DataTypeNode,
  type Driver,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely';
import { checkValue } from './check-value.ts';
import { COLUMN_TYPES, columnType } from './column-type.ts';
import { FaultMappingPostgresDriver, type PostgresDriverOptions } from './postgres-driver.ts';

class PostgresCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    checkValue(value);
    super.appendValue(value);
  }

  protected override visitDataType(node: DataTypeNode): void {
    const type = columnType(node.dataType);
    this.append(COLUMN_TYPES[type].postgres);
    // Otherwise the server's locale decides the order of text, and pages of results would begin elsewhere.
    if (type === 'text' && this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode)) {
      this.append(' collate "C"');
    }
  }
}

export class PortablePostgresDialect extends PostgresDialect {
  readonly #options: PostgresDriverOptions;

  constructor(options: PostgresDriverOptions) {
    super({ pool: options.pool });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new FaultMappingPostgresDriver(this.#options);
  }

  override createQueryCompiler(): QueryCompiler {
    return new PostgresCompiler();
  }
}
