import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import type { StandInProvider } from '../../inference/testing/stand-in-provider.ts';
import { BruteForceSearch } from '../../market/testing/brute-force-search.ts';
import { SAMPLE_PRODUCTS } from '../../market/testing/sample-products.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Call } from '../calls/call.ts';
import { CALLS_FILE, FileCallRecorder } from '../calls/file-call-recorder.ts';
import { verifyCalls } from '../calls/verify-calls.ts';
import { MemoryCreditAccount } from '../credit/memory-credit-account.ts';
import type { Gateway, GatewayOptions } from '../gateway.ts';
import { openGateway } from '../open-gateway.ts';

export const SAMPLE_OPENING = sha256('a sample attempt');
export const SAMPLE_MODEL = 'mighty/model-7b';
export const SAMPLE_KEY = 'sk-the-contestants-key';
/** A completion of the stand-in provider (1,000 and 100 tokens) costs 420 micro-dollars. */
export const SAMPLE_PRICE = { prompt: 300_000, completion: 1_200_000 };

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface SampleRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const LINE_FEED = 10;

/** A gateway for tests with real search, recorder and socket; only the provider is a stand-in. */
export class SampleGateway {
  readonly folder: string;
  readonly account: MemoryCreditAccount;
  readonly recorder: FileCallRecorder;
  readonly gateway: Gateway;

  private constructor(parts: Pick<SampleGateway, 'folder' | 'account' | 'recorder' | 'gateway'>) {
    this.folder = parts.folder;
    this.account = parts.account;
    this.recorder = parts.recorder;
    this.gateway = parts.gateway;
  }

  static async open(
    provider: StandInProvider,
    options: Partial<GatewayOptions> & { readonly credit?: number } = {},
  ): Promise<SampleGateway> {
    const folder = mkdtempSync(join(tmpdir(), 'assay-gateway-'));
    const account = new MemoryCreditAccount(options.credit ?? 1_000_000_000);
    const recorder = FileCallRecorder.open(folder, SAMPLE_OPENING);
    const opening = openGateway({
      socketPath: join(folder, 'gateway.sock'),
      search: new BruteForceSearch(SAMPLE_PRODUCTS),
      inference: new OpenAiInference({ baseUrl: provider.baseUrl }),
      allowedModels: [SAMPLE_MODEL],
      prices: { [SAMPLE_MODEL]: SAMPLE_PRICE },
      account,
      credential: { owner: 'contestant', apiKey: SAMPLE_KEY },
      recorder,
      ...options,
      limits: { modelTries: 2, retryMilliseconds: 1, ...options.limits },
    });
    const gateway = await opening.catch(async (error) => {
      await recorder.close();
      rmSync(folder, { recursive: true });
      throw error;
    });
    return new SampleGateway({ folder, account, recorder, gateway });
  }

  /** The recorded calls, read from the file after verifying the chain. */
  get calls(): readonly Call[] {
    const { calls, flaw } = verifyCalls(readFileSync(join(this.folder, CALLS_FILE)), SAMPLE_OPENING);
    if (flaw !== undefined) throw new Error(`line ${flaw.line}: ${flaw.kind}: ${flaw.reason}`);
    return calls;
  }

  /** How many calls are recorded, also while the recorder writes the next one. */
  get recorded(): number {
    return readFileSync(join(this.folder, CALLS_FILE)).filter((byte) => byte === LINE_FEED).length;
  }

  async ask(path: string, { method = 'GET', headers = {}, body }: SampleRequest = {}): Promise<HttpAnswer> {
    const sent = request({ socketPath: this.gateway.socketPath, path, method, headers, agent: false });
    sent.end(body);
    const [response] = await once(sent, 'response');
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  async chat(fields: object = {}): Promise<HttpAnswer> {
    const body = JSON.stringify({ model: SAMPLE_MODEL, messages: [{ role: 'user', content: 'hi' }], ...fields });
    return await this.ask('/inference/chat/completions', { method: 'POST', body });
  }

  connect(): Socket {
    return connect(this.gateway.socketPath).on('error', () => {});
  }

  /** Writes raw bytes and reads until the gateway closes the connection. */
  async say(...bytes: (string | Uint8Array)[]): Promise<string> {
    const socket = this.connect();
    for (const part of bytes) socket.write(part);
    let heard = '';
    socket.setEncoding('latin1').on('data', (part) => {
      heard += part;
    });
    await closeSocket(socket);
    return heard;
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.recorder.close();
    rmSync(this.folder, { recursive: true });
  }
}

/** Resolves when the connection is closed for any reason. */
export function closeSocket(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.on('close', () => resolve()).resume());
}
