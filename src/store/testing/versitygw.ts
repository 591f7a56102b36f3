import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../testing/free-port.ts';
import { scaled } from '../../testing/scaled.ts';
import type { S3BlobsOptions } from '../blobs/s3-blobs.ts';

const FETCHED = fileURLToPath(new URL('../../../.cache/versitygw/versitygw', import.meta.url));
const BUCKET = 'evidence';

/** The program (from the environment, fetched, or on the path), or why there is none. */
export function findVersitygw(): { readonly program: string } | { readonly reason: string } {
  const candidates = [process.env.ASSAY_VERSITYGW, existsSync(FETCHED) ? FETCHED : undefined, 'versitygw'];
  for (const program of candidates) {
    if (program && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0) return { program };
  }
  return { reason: 'versitygw is not there: npm run fetch:versitygw builds it with Go' };
}

/** A real S3 server with one bucket, whose objects are files in a folder. */
export class Versitygw {
  readonly options: S3BlobsOptions;
  readonly #folder: string;
  readonly #child: ChildProcess;

  private constructor(folder: string, child: ChildProcess, options: S3BlobsOptions) {
    this.#folder = folder;
    this.#child = child;
    this.options = options;
  }

  static async start(program: string): Promise<Versitygw> {
    const folder = mkdtempSync(join(tmpdir(), 'versitygw-'));
    mkdirSync(join(folder, BUCKET));
    const port = await freePort();
    const [access, secret] = ['assay-test', randomBytes(16).toString('hex')];
    const words = ['--port', `127.0.0.1:${port}`, '--region', 'eu-test-1', '--quiet', 'posix', folder];
    const child = spawn(program, words, {
      env: { PATH: process.env.PATH ?? '', ROOT_ACCESS_KEY: access, ROOT_SECRET_KEY: secret },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const endpoint = `http://127.0.0.1:${port}`;
    await answers(endpoint, child);
    const keys = { accessKeyId: access, secretAccessKey: secret };
    return new Versitygw(folder, child, { endpoint, region: 'eu-test-1', bucket: BUCKET, ...keys });
  }

  /** Replaces or removes the file behind an object. */
  damage(name: string, bytes: Uint8Array | null): void {
    const path = join(this.#folder, BUCKET, name);
    mkdirSync(dirname(path), { recursive: true });
    if (bytes === null) rmSync(path, { force: true });
    else writeFileSync(path, bytes);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function answers(endpoint: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + scaled(20_000);
  while (Date.now() < deadline && child.exitCode === null) {
    const isThere = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`versitygw does not answer at ${endpoint} (exit code ${child.exitCode})`);
}
