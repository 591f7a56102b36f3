import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../../../testing/scaled.ts';

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export type WireAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly bytes: Buffer; readonly milliseconds: number }
  /** Whether the request took effect is unknown. */
  | { readonly kind: 'lost'; readonly reason: string };

const TIMEOUT_MILLISECONDS = scaled(30_000);

/**
 * Requests over persistent connections. `fetch` hides the connection, and these clients must be able to cut it after
 * the last byte was sent and before the answer arrives.
 */
export class Wire {
  readonly #agent = new Agent({ keepAlive: true });
  #underWay = 0;
  #quiet = Promise.withResolvers<void>();
  #released: PromiseWithResolvers<void> | undefined;

  async send(request: WireRequest, cutAfterMilliseconds?: number): Promise<WireAnswer> {
    while (this.#released !== undefined) await this.#released.promise;
    this.#underWay++;
    try {
      return await this.#exchange(request, cutAfterMilliseconds);
    } finally {
      this.#underWay--;
      if (this.#underWay === 0) this.#quiet.resolve();
    }
  }

  /** From now on all requests wait before sending; resolves when none is in progress any more. */
  async hold(): Promise<void> {
    this.#released ??= Promise.withResolvers();
    this.#quiet = Promise.withResolvers();
    if (this.#underWay > 0) await this.#quiet.promise;
  }

  release(): void {
    this.#released?.resolve();
    this.#released = undefined;
  }

  close(): void {
    this.#agent.destroy();
  }

  #exchange({ method, url, headers, body }: WireRequest, cutAfter: number | undefined): Promise<WireAnswer> {
    const { promise, resolve } = Promise.withResolvers<WireAnswer>();
    const started = performance.now();
    const lost = (reason: string) => resolve({ kind: 'lost', reason });
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const call = httpRequest(url, {
      method,
      headers: { ...headers, ...length },
      agent: this.#agent,
      timeout: TIMEOUT_MILLISECONDS,
    });
    call.on('error', (error: NodeJS.ErrnoException) => lost(error.code ?? error.message));
    call.on('timeout', () => call.destroy(new Error('no answer in time')));
    if (cutAfter !== undefined) {
      // The bytes have been sent by then; the client never learns the server's answer.
      call.on('finish', () => void sleep(cutAfter).then(() => call.destroy(new Error('cut'))));
      call.on('response', () => call.destroy(new Error('cut')));
    } else {
      call.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => lost(error.message));
        response.on('close', () => lost('broken off'));
        response.on('end', () => {
          const milliseconds = performance.now() - started;
          resolve({ kind: 'answered', status: response.statusCode ?? 0, bytes: Buffer.concat(chunks), milliseconds });
        });
      });
    }
    call.end(body);
    return promise;
  }
}
