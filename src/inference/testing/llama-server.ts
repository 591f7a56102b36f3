import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../testing/free-port.ts';
import { scaled } from '../../testing/scaled.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FETCHED = join(ROOT, '.cache/llama-server');
const WEIGHTS = join(FETCHED, 'smollm2-135m.gguf');
/** A `llama-server` program to use instead of the downloaded one, such as Debian's or one built from source. */
const PROGRAM = process.env.ASSAY_LLAMA_SERVER;

/** Whether `scripts/fetch-llama-server.sh` has been run. */
export const HAS_LLAMA_SERVER = existsSync(join(FETCHED, 'pinned'));

const START_MILLISECONDS = 60_000;

export interface LlamaServerOptions {
  /** Number of requests processed concurrently. */
  readonly parallel?: number;
  readonly threads?: number;
  /** Total tokens of all requests. */
  readonly contextSize?: number;
}

/** llama.cpp's HTTP server with SmolLM2-135M-Instruct: a third-party OpenAI-compatible server. */
export class LlamaServer {
  static readonly model = 'smollm2-135m';
  readonly baseUrl: string;
  readonly weights = WEIGHTS;
  readonly #process: ChildProcess;

  private constructor(port: number, process: ChildProcess) {
    this.baseUrl = `http://127.0.0.1:${port}/v1`;
    this.#process = process;
  }

  static async start(options: LlamaServerOptions = {}): Promise<LlamaServer> {
    // More threads than idle cores make it much slower, because they busy-wait for each other.
    const { parallel = 1, threads = 1, contextSize = 8192 } = options;
    const port = await freePort();
    const words = ['--model', WEIGHTS, '--alias', LlamaServer.model, '--port', `${port}`];
    words.push('--parallel', `${parallel}`, '--threads', `${threads}`, '--ctx-size', `${contextSize}`);
    const [program, ...first] =
      PROGRAM === undefined
        ? [join(FETCHED, 'venv/bin/python'), join(ROOT, 'python/llama_server/serve.py')]
        : [PROGRAM];
    const child = spawn(program!, [...first, ...words], { stdio: ['pipe', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-4_000);
    });
    const server = new LlamaServer(port, child);
    const deadline = Date.now() + scaled(START_MILLISECONDS);
    while (!(await server.#answers())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        await server.stop();
        throw new Error(`llama.cpp's server did not start: ${said}`);
      }
      await sleep(50);
    }
    return server;
  }

  /** The server's token count for a text. */
  async tokens(content: string): Promise<number> {
    const address = this.baseUrl.replace('/v1', '/tokenize');
    const response = await fetch(address, { method: 'POST', body: JSON.stringify({ content }) });
    return ((await response.json()) as { tokens: unknown[] }).tokens.length;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(this.baseUrl.replace('/v1', '/health'))).ok;
    } catch {
      return false;
    }
  }
}
