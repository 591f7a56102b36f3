import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../testing/free-port.ts';
import { scaled } from '../../testing/scaled.ts';

const FETCHED = fileURLToPath(new URL('../../../.cache/opensearch', import.meta.url));

/** Java and the folder of an OpenSearch node, or the reason why there is none. */
export function findOpenSearch(): { readonly java: string; readonly folder: string } | { readonly reason: string } {
  const java = process.env.ASSAY_JAVA ?? 'java';
  const folder = process.env.ASSAY_OPENSEARCH ?? FETCHED;
  if (!existsSync(join(folder, 'classes'))) {
    return { reason: 'OpenSearch is not there: npm run fetch:opensearch fetches it with Maven' };
  }
  if (spawnSync(java, ['-version'], { stdio: 'ignore' }).status === 0) return { java, folder };
  return { reason: 'OpenSearch needs Java, which is not there' };
}

/** A real single-node OpenSearch server, with its data in a temporary folder. */
export class OpenSearchNode {
  readonly url: string;
  readonly #home: string;
  readonly #child: ChildProcess;

  private constructor(url: string, home: string, child: ChildProcess) {
    this.url = url;
    this.#home = home;
    this.#child = child;
  }

  get processId(): number {
    return this.#child.pid!;
  }

  static async start(java: string, folder: string, heap = '512m'): Promise<OpenSearchNode> {
    const home = mkdtempSync(join(tmpdir(), 'opensearch-'));
    mkdirSync(join(home, 'config'));
    const port = await freePort();
    const classPath = `${join(folder, 'classes')}:${join(folder, 'lib', '*')}`;
    const words = [`-Xmx${heap}`, '-cp', classPath, 'OpenSearchNode', home, String(port)];
    const child = spawn(java, words, { stdio: ['pipe', 'ignore', 'inherit'] });
    const node = new OpenSearchNode(`http://127.0.0.1:${port}`, home, child);
    try {
      await node.#answers();
      return node;
    } catch (error) {
      await node.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'close');
      this.#child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.#home, { recursive: true, force: true });
  }

  async #answers(): Promise<void> {
    const deadline = Date.now() + scaled(60_000);
    while (Date.now() < deadline && this.#child.exitCode === null) {
      const isThere = await fetch(`${this.url}/_cluster/health?wait_for_status=green`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isThere) return;
      await sleep(200);
    }
    throw new Error(`OpenSearch does not answer at ${this.url} (exit code ${this.#child.exitCode})`);
  }
}
