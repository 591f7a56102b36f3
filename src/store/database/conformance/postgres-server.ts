import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { FoundPostgres } from './find-postgres.ts';

const USER = 'assay';

/** A real server of our own in a temporary folder, reached through a Unix socket, with a password that must be right. */
export class PostgresServer {
  readonly password = `secret-${randomBytes(8).toString('hex')}`;
  readonly #folder = mkdtempSync(join(tmpdir(), 'assay-pg-'));
  readonly #postgres: Extract<FoundPostgres, { ok: true }>;
  #process: ChildProcess | undefined;
  #databases = 0;

  private constructor(postgres: Extract<FoundPostgres, { ok: true }>) {
    this.#postgres = postgres;
  }

  static async start(postgres: Extract<FoundPostgres, { ok: true }>): Promise<PostgresServer> {
    const server = new PostgresServer(postgres);
    server.#initialise();
    await server.run();
    return server;
  }

  url(database: string, { user = USER, password = this.password } = {}): string {
    return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(this.#folder)}`;
  }

  /** An empty database of its own, by its address. */
  async createDatabase(options = "encoding 'UTF8'"): Promise<string> {
    const name = `test_${++this.#databases}`;
    await this.administer(`create database ${name} template template0 ${options}`);
    return this.url(name);
  }

  async dropDatabase(url: string): Promise<void> {
    await this.administer(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
  }

  async run(): Promise<void> {
    const settings = { listen_addresses: '', unix_socket_directories: this.#folder, max_connections: '60' };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [program, ...rest] = this.#command('postgres', ['-D', this.#data, ...options]);
    const log = join(this.#folder, 'log');
    this.#process = spawn('/bin/sh', ['-c', `exec "$@" 2>>'${log}' >&2`, 'sh', program!, ...rest], { stdio: 'ignore' });
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.administer('select 1');
      } catch (error) {
        if (this.#process.exitCode !== null || attempt === 600) {
          throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8')}`, { cause: error });
        }
      }
      await sleep(50);
    }
  }

  /** SIGINT ends every session and then the server; SIGQUIT ends it as a crash would. */
  async halt(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  }

  async stop(): Promise<void> {
    await this.halt('SIGQUIT');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  #initialise(): void {
    const secret = join(this.#folder, 'secret');
    writeFileSync(secret, this.password);
    mkdirSync(this.#data, { mode: 0o700 });
    const { owner } = this.#postgres;
    if (owner !== undefined) {
      for (const path of [this.#folder, secret, this.#data]) chownSync(path, owner.user, owner.group);
    }
    const options = ['--auth=scram-sha-256', `--pwfile=${secret}`, '--encoding=UTF8', '--locale=C.UTF-8'];
    const [program, ...rest] = this.#command('initdb', ['-D', this.#data, '-U', USER, ...options]);
    const { status, stderr } = spawnSync(program!, rest, { encoding: 'utf8', cwd: '/' });
    if (status !== 0) throw new Error(`initdb failed:\n${stderr}`);
    rmSync(secret);
  }

  #command(program: string, options: readonly string[]): string[] {
    const command = [join(this.#postgres.programs, program), ...options];
    const { owner } = this.#postgres;
    if (owner === undefined) return command;
    // The server must not outlive a test run that is killed.
    const identity = [`--reuid=${owner.user}`, `--regid=${owner.group}`, '--clear-groups', '--pdeathsig=INT'];
    return ['setpriv', ...identity, '--', ...command];
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
