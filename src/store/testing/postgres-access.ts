import { randomBytes } from 'node:crypto';
import pg from 'pg';

const USER = 'assay';

export interface PostgresAddress {
  /** Where its Unix socket is. */
  readonly folder: string;
  readonly password: string;
}

/** Makes and drops databases on a PostgreSQL server that runs already, perhaps in another process. */
export class PostgresAccess {
  readonly address: PostgresAddress;

  constructor(address: PostgresAddress) {
    this.address = address;
  }

  get password(): string {
    return this.address.password;
  }

  url(database: string, { user = USER, password = this.password } = {}): string {
    return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(this.address.folder)}`;
  }

  /** An empty database, by its address. Its name is random, because other test files use the same server. */
  async createDatabase(options = "encoding 'UTF8'"): Promise<string> {
    const name = `test_${randomBytes(8).toString('hex')}`;
    await this.administer(`create database ${name} template template0 ${options}`);
    return this.url(name);
  }

  async dropDatabase(url: string): Promise<void> {
    await this.administer(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
  }

  async administer(statement: string): Promise<void> {
    const client = new pg.Client(this.url('postgres'));
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(statement);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

export { USER as POSTGRES_USER };
