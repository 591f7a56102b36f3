import { randomBytes } from 'node:crypto';
import pg from 'pg';

const USER = 'assay';

export interface PostgresAddress {
  /** Folder of its Unix socket. */
  readonly folder: string;
  readonly password: string;
}

/** Creates and drops databases on a running PostgreSQL server, perhaps in another process. */
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

  /**
   * Creates a database and returns its address; empty unless it is copied from a template. Its name is random, because
   * other test files use the same server.
   */
  async createDatabase({ template = 'template0', options = "encoding 'UTF8'" } = {}): Promise<string> {
    const name = `test_${randomBytes(8).toString('hex')}`;
    await this.#withClient(async (client) => {
      const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
      // Since version 15 a copy otherwise goes through the write-ahead log, which takes three times as long.
      const strategy = Number(rows[0]!.server_version_num) < 150_000 ? '' : 'strategy file_copy';
      await client.query(`create database ${name} template ${template} ${strategy} ${options}`);
    });
    return this.url(name);
  }

  async renameDatabase(url: string, name: string): Promise<void> {
    await this.administer(`alter database ${nameIn(url)} rename to ${name}`);
  }

  async dropDatabase(url: string): Promise<void> {
    await this.administer(`drop database ${nameIn(url)} with (force)`);
  }

  async administer(statement: string): Promise<void> {
    await this.#withClient((client) => client.query(statement));
  }

  async #withClient(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const client = new pg.Client(this.url('postgres'));
    client.on('error', () => {});
    try {
      await client.connect();
      await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Whether the server reported an error with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof pg.DatabaseError && error.code === code;
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

export { USER as POSTGRES_USER };
