import { type Driver, PostgresDialect, type QueryCompiler } from 'kysely';
import { PostgresCompiler } from './postgres-compiler.ts';
import { FaultTellingPostgresDriver, type PostgresDriverOptions } from './postgres-driver.ts';

export class PortablePostgresDialect extends PostgresDialect {
  readonly #options: PostgresDriverOptions;

  constructor(options: PostgresDriverOptions) {
    super({ pool: options.pool });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new FaultTellingPostgresDriver(this.#options);
  }

  override createQueryCompiler(): QueryCompiler {
    return new PostgresCompiler();
  }
}
