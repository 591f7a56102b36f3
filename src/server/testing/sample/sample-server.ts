import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessFactsReader } from '../../../arena/admission.ts';
import { signRequest } from '../../../identity/request.ts';
import { signChallenge } from '../../../identity/testing/sign-challenge.ts';
import type { MakeDatabase } from '../../../store/testing/every-engine.ts';
import { type ArenaServerOptions, createArenaServer } from '../../http/create-arena-server.ts';
import { parseArenaConfig } from '../../start/arena-config.ts';
import { ARENA_MIGRATIONS } from '../../start/open-arena.ts';
import type { Services } from '../../start/services.ts';
import { type StartedArena, startArena } from '../../start/start-arena.ts';
import { writeSampleMarket } from './sample-market.ts';
import { type SampleProvider, startSampleProvider } from './sample-provider.ts';
import { addressOf, type Person, SAMPLE_STAKES, type Signer, walletOf } from './sample-wallets.ts';
import { type Answered, type Sent, sendRequest } from './send-request.ts';

/** How a request is authenticated. A session is opened once and kept. */
export type Proof = 'version 1' | 'version 2' | 'session';

export interface SampleRequest extends Omit<Sent, 'body'> {
  readonly as?: Person;
  readonly by?: Proof;
  /** Raw bytes, a form, or any other value as JSON. */
  readonly body?: unknown;
}

export interface SampleServerOptions {
  /** Overrides the test defaults: no rate limits, short waits, small races. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly housekeepingMilliseconds?: number;
}

const NEVER_MILLISECONDS = 2 ** 31 - 1;
const FREELY = { burst: 1_000_000, perMinute: 1_000_000_000 };

export const FREE_RATES = {
  everything: FREELY,
  public: FREELY,
  challenge: FREELY,
  session: FREELY,
  validator: FREELY,
  files: FREELY,
  register: FREELY,
  waitlist: FREELY,
  submit: FREELY,
  check: FREELY,
  webhook: FREELY,
};

/** No waiting times; a race that has started does not end without results. */
export const SAMPLE_POLICY = {
  submissions: { cooldownSeconds: 0.001, reducedCooldownSeconds: 0.001 },
  queue: {
    requiredSuccesses: 2,
    raceRequiredSuccesses: 2,
    maxFailedRuns: 50,
    triesPerValidator: 20,
    retryDelaySeconds: 0.001,
  },
  raceProblems: 4,
  bank: { restRaces: 0 },
  // The validators of these tests invent their results.
  audit: { evidence: 'optional' as const },
  raceDeadlineSeconds: 100 * 86_400,
};

export interface AnotherServer {
  readonly url: string;
  ask(request: SampleRequest): Promise<Answered>;
  close(): Promise<void>;
}

/** A real arena over real HTTP, with registered hotkeys and no other data. */
export class SampleServer {
  readonly url: string;
  readonly started: StartedArena;
  readonly folder: string;
  readonly provider: SampleProvider;
  /** The secret of the arena in the operator's format. */
  readonly secret: string;
  readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #log: string[];
  readonly #name: string;
  readonly #tokens = new Map<Signer, Promise<string>>();
  readonly #remove: () => Promise<void>;

  private constructor(parts: {
    url: string;
    started: StartedArena;
    folder: string;
    provider: SampleProvider;
    secret: string;
    log: string[];
    remove: () => Promise<void>;
  }) {
    this.url = parts.url;
    this.started = parts.started;
    this.folder = parts.folder;
    this.provider = parts.provider;
    this.secret = parts.secret;
    this.#log = parts.log;
    this.#name = parts.started.services.identity.signatures.arena;
    this.#remove = parts.remove;
  }

  static async open(makeDatabase: MakeDatabase, options: SampleServerOptions = {}): Promise<SampleServer> {
    const place = await makeDatabase(ARENA_MIGRATIONS);
    const provider = await startSampleProvider();
    const secret = randomBytes(32).toString('hex');
    const log: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        log.push(String(chunk));
        done();
      },
    });
    let url = '';
    writeSampleMarket(join(place.folder, 'market'));
    const started = await startArena({
      folder: place.folder,
      config: parseArenaConfig({
        admins: [addressOf('admin')],
        rates: FREE_RATES,
        policy: SAMPLE_POLICY,
        providers: {
          chutes: { baseUrl: provider.baseUrl, probePath: '/key' },
          openrouter: { baseUrl: provider.baseUrl, probePath: '/key' },
        },
        ...options.config,
      }),
      environment: { DATABASE_URL: place.url, ASSAY_SECRET: secret },
      reader: await ProcessFactsReader.find(),
      version: '0.0.0-sample',
      logger: { level: 'info', stream },
      publicUrl: () => url,
      housekeepingMilliseconds: options.housekeepingMilliseconds ?? NEVER_MILLISECONDS,
    });
    url = await started.server.listen({ host: '127.0.0.1', port: 0 });
    const { chain, refreshMetagraph } = started.services;
    for (const [person, tao] of Object.entries(SAMPLE_STAKES)) {
      await chain!.register(addressOf(person as Signer), BigInt(tao) * 1_000_000_000n, addressOf('admin'));
    }
    await refreshMetagraph();
    // The first round starts immediately, whatever the interval; it must not see data that tests add.
    while (started.services.housekeeping.status.rounds === 0) await sleep(5);
    return new SampleServer({ url, started, folder: place.folder, provider, secret, log, remove: place.remove });
  }

  get arena(): StartedArena['arena'] {
    return this.started.arena;
  }

  /** Everything the server has logged. */
  get log(): string {
    return this.#log.join('');
  }

  /** Log lines for the server's own failures. */
  get defects(): readonly string[] {
    return this.#log.filter((line) => /"level":(50|60)\b/.test(line));
  }

  async ask(request: SampleRequest): Promise<Answered> {
    return await sendRequest(this.url, await this.prepare(request), this.agent);
  }

  /** The request with its authentication, not sent yet. */
  async prepare({ as = 'nobody', by = 'session', body, ...sent }: SampleRequest): Promise<Sent> {
    const { bytes, type } = await encode(body);
    const { method = 'GET', target } = sent;
    const proof = as === 'nobody' ? {} : await this.#prove(as, by, { method, target, body: bytes ?? new Uint8Array() });
    return {
      ...sent,
      headers: { ...(type !== undefined && { 'content-type': type }), ...proof, ...sent.headers },
      ...(bytes !== undefined && { body: bytes }),
    };
  }

  /** The session token of a person, opened on first use. */
  async tokenOf(person: Signer): Promise<string> {
    const token = this.#tokens.get(person) ?? this.openSession(person);
    this.#tokens.set(person, token);
    return await token;
  }

  async openSession(person: Signer): Promise<string> {
    const hotkey = addressOf(person);
    const asked = await this.ask({ method: 'POST', target: '/v1/auth/challenge', body: { hotkey } });
    const { challenge } = asked.json as { challenge: string };
    const signature = signChallenge(walletOf(person), challenge);
    const body = { hotkey, challenge, signature };
    const opened = await this.ask({ method: 'POST', target: '/v1/auth/session', body });
    if (opened.status !== 200) throw new Error(`no session for ${person}: ${opened.text}`);
    return (opened.json as { session_token: string }).session_token;
  }

  /** Another server on the same arena, with other rules; the caller closes it. */
  async openAnother(changed: Partial<Services>, options?: ArenaServerOptions): Promise<AnotherServer> {
    const other = await createArenaServer({ ...this.started.services, ...changed }, options);
    const url = await other.listen({ host: '127.0.0.1', port: 0 });
    return {
      url,
      ask: async (request) => await sendRequest(url, await this.prepare(request)),
      close: async () => await other.close(),
    };
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await this.started.stop();
    await this.provider.stop();
    await this.#remove();
  }

  async #prove(
    person: Signer,
    by: Proof,
    signed: { readonly method: string; readonly target: string; readonly body: Uint8Array },
  ): Promise<Record<string, string>> {
    // A session requires a registered hotkey or an admin.
    if (by === 'session' && person !== 'outsider') return { authorization: `Bearer ${await this.tokenOf(person)}` };
    const now = Date.now() / 1_000;
    const wallet = walletOf(person);
    if (by === 'version 1') return signRequest(wallet, { version: 1, now });
    return signRequest(wallet, { version: 2, arena: this.#name, ...signed, now });
  }
}

async function encode(body: unknown): Promise<{ readonly bytes?: Uint8Array; readonly type?: string }> {
  if (body === undefined) return {};
  if (body instanceof Uint8Array) return { bytes: body };
  if (!(body instanceof FormData)) return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
  const form = new Response(body);
  return { bytes: new Uint8Array(await form.arrayBuffer()), type: form.headers.get('content-type')! };
}

/** A submission form as a contestant sends it. */
export function agentForm(name: string, source: string | Uint8Array): FormData {
  const form = new FormData();
  form.set('agent_name', name);
  form.set('file', new Blob([Buffer.from(source)]), 'agent.py');
  return form;
}
