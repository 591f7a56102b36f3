import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../../testing/scaled.ts';
import type { FoundPostgres } from './find-postgres.ts';
import { POSTGRES_USER, PostgresAccess } from './postgres-access.ts';

const START_MILLISECONDS = 30_000;

export interface PostgresServerOptions {
  /**
   * Whether data also survives a crash of the machine. Off for the shared server, whose databases are discarded after
   * the run.
   */
  readonly durable?: boolean;
  readonly maxConnections?: number;
}

/** A real server in a temporary folder, reached through a Unix socket, with a password that it checks. */
export class PostgresServer extends PostgresAccess {
  readonly #postgres: Extract<FoundPostgres, { ok: true }>;
  readonly #options: PostgresServerOptions;
  #process: ChildProcess | undefined;

  private constructor(postgres: Extract<FoundPostgres, { ok: true }>, options: PostgresServerOptions) {
    super({
      folder: mkdtempSync(join(tmpdir(), 'assay-pg-')),
      password: `secret-${randomBytes(8).toString('hex')}`,
    });
    this.#postgres = postgres;
    this.#options = options;
  }

  static async start(
    postgres: Extract<FoundPostgres, { ok: true }>,
    options: PostgresServerOptions = {},
  ): Promise<PostgresServer> {
    const server = new PostgresServer(postgres, options);
    server.#initialise();
    await server.run();
    return server;
  }

  async run(): Promise<void> {
    const { durable = true, maxConnections = 60 } = this.#options;
    const settings = {
      listen_addresses: '',
      unix_socket_directories: this.#folder,
      max_connections: String(maxConnections),
      ...(!durable && { fsync: 'off', full_page_writes: 'off' }),
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [program, ...rest] = this.#command('postgres', ['-D', this.#data, ...options]);
    const log = join(this.#folder, 'log');
    this.#process = spawn('/bin/sh', ['-c', `exec "$@" 2>>'${log}' >&2`, 'sh', program!, ...rest], { stdio: 'ignore' });
    const deadline = performance.now() + scaled(START_MILLISECONDS);
    for (;;) {
      try {
        return await this.administer('select 1');
      } catch (error) {
        if (this.#process.exitCode !== null || performance.now() > deadline) {
          throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8')}`, { cause: error });
        }
      }
      await sleep(50);
    }
  }

  /** SIGINT ends every session and then the server; SIGQUIT ends it like a crash. */
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

  get #folder(): string {
    return this.address.folder;
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
    const [program, ...rest] = this.#command('initdb', ['-D', this.#data, '-U', POSTGRES_USER, ...options]);
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
}
