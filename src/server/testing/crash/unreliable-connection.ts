import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Hotkey } from '../../../identity/hotkey.ts';
import { requestTarget, signRequest } from '../../../identity/request.ts';
import { signChallenge } from '../../../identity/testing/sign-challenge.ts';
import { parseJson } from '../../../json/parse-json.ts';
import type { Random } from '../../../random/random.ts';
import type { ClientFaults } from './client-faults.ts';
import type { ClientRecord } from './client-record.ts';
import { AT_MOST_ONE_YES, EXPECTED, type RequestKind } from './request-kind.ts';
import type { Tally } from './tally.ts';
import type { Wire, WireAnswer, WireRequest } from './wire.ts';

export interface ConnectionParts {
  readonly wire: Wire;
  readonly url: string;
  /** The arena's name in version 2 signatures. */
  readonly arena: string;
  readonly hotkey: Hotkey;
  readonly random: Random;
  readonly clientFaults: ClientFaults;
  readonly record: ClientRecord;
  readonly tally: Tally;
  /** Aborted when all clients stop. */
  readonly until: AbortSignal;
}

export interface ConnectionRequest {
  readonly method?: WireRequest['method'];
  /** A path of the arena, or a URL that it issued. */
  readonly to: string;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends no proof of identity. */
  readonly anonymous?: boolean;
}

export interface ConnectionAnswer {
  /** An error code, or the status of any other answer. */
  readonly outcome: string;
  readonly body: unknown;
  readonly bytes: Buffer;
}

/** Thrown to callers that wait for an answer when all clients stop. */
export class ClientStopped extends Error {}

const SKEW_LIMIT = 60;
/**
 * Additional skew of a wrong clock in seconds. A clock that is ahead would become valid again only if its request
 * waited this long, which none does.
 */
const BEYOND_DOUBT = 60;
/** Outcome of a signature that was valid when made but waited too long. */
const TOO_OLD = 'too old';
const LONGEST_CUT_MILLISECONDS = 40;
const LONGEST_PAUSE_MILLISECONDS = 60;

const challengeSchema = z.object({ challenge: z.string() });
const sessionSchema = z.object({ session_token: z.string() });
const refusalSchema = z.union([
  z.object({ error_code: z.string() }).transform(({ error_code }) => error_code),
  z.object({ detail: z.object({ code: z.string() }) }).transform(({ detail }) => detail.code),
]);

/**
 * A client's connection to the arena, with all faults that requests can have. It asks until it is answered, and records
 * answers that should never occur.
 */
export class UnreliableConnection {
  readonly #parts: ConnectionParts;
  /** Clock skew of this client in seconds, within the allowed skew. */
  readonly #skew: number;
  #token: string | undefined;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#skew = parts.random.integer(2 * SKEW_LIMIT + 1) - SKEW_LIMIT;
  }

  /** Drops the state that a crashed process loses. */
  forget(): void {
    this.#token = undefined;
  }

  async ask(kind: RequestKind, request: ConnectionRequest): Promise<ConnectionAnswer> {
    const { clientFaults, random, record, tally } = this.#parts;
    for (;;) {
      this.#stayOrGo();
      if (!request.anonymous && random.chance(clientFaults.wrongClock)) await this.#askWithWrongClock(request);
      if (random.chance(clientFaults.lostAnswer)) {
        tally.lost++;
        await this.#wire(kind, await this.#prepared(request), random.integer(LONGEST_CUT_MILLISECONDS));
        record.add({ what: 'answer lost', kind });
      } else {
        const answer = await this.#askPlainly(kind, request);
        if (answer !== undefined) return answer;
      }
      await this.pause(random.integer(LONGEST_PAUSE_MILLISECONDS));
    }
  }

  async pause(milliseconds: number): Promise<void> {
    const { until } = this.#parts;
    await sleep(milliseconds, undefined, { signal: until }).catch(() => {});
    this.#stayOrGo();
  }

  #stayOrGo(): void {
    if (this.#parts.until.aborted) throw new ClientStopped();
  }

  /** `undefined` if there is no answer, or no conclusive one. */
  async #askPlainly(kind: RequestKind, request: ConnectionRequest): Promise<ConnectionAnswer | undefined> {
    const { random, clientFaults, tally, record } = this.#parts;
    const copies = random.chance(clientFaults.duplicate) ? 2 + random.integer(2) : 1;
    tally.duplicates += copies - 1;
    // Either the same bytes again, or a new request with the same content: of identical signed bytes, only one may be
    // accepted.
    const anew = random.chance(0.5);
    const first = await this.#prepared(request);
    const sent = [first];
    for (let copy = 1; copy < copies; copy++) sent.push(anew ? await this.#prepared(request) : first);
    const answers = (await Promise.all(sent.map((each) => this.#wire(kind, each)))).filter(
      (answer) => answer !== undefined && answer.outcome !== TOO_OLD,
    ) as ConnectionAnswer[];
    for (let lost = answers.length; lost < copies; lost++) record.add({ what: 'answer lost', kind });
    const signedOnce = copies > 1 && !anew && 'X-Nonce' in first.headers;
    const heard = signedOnce ? answers.filter(({ outcome }) => outcome !== 'NONCE_REUSED') : answers;
    if (signedOnce && heard.length > 1) record.complain(`a nonce was good for ${heard.length} requests (${kind})`);
    return this.#choose(kind, heard);
  }

  /** Which of several answers to the same request the client believes. */
  #choose(kind: RequestKind, answers: readonly ConnectionAnswer[]): ConnectionAnswer | undefined {
    const { record } = this.#parts;
    const settled = answers.filter(({ outcome, body }) => {
      if (outcome === 'INVALID_SESSION') this.forget();
      if ((EXPECTED[kind] as readonly string[]).includes(outcome)) return true;
      record.complain(`${kind} was answered with ${outcome} ${JSON.stringify(body)?.slice(0, 300)}`);
      return false;
    });
    const yes = settled.filter(({ outcome }) => outcome === '200');
    if (AT_MOST_ONE_YES.includes(kind) && yes.length > 1) record.complain(`${kind} was told yes ${yes.length} times`);
    // A copy of a claim that took longer than a lease correctly gets another run, which this client does not know.
    if (kind === 'claim') for (const _ of yes.slice(1)) record.add({ what: 'answer lost', kind });
    return yes[0] ?? settled[0];
  }

  /** `undefined` if the answer was lost. */
  async #wire(kind: RequestKind, request: WireRequest, cutAfter?: number): Promise<ConnectionAnswer | undefined> {
    const { wire, tally } = this.#parts;
    tally.requests++;
    const answer = await wire.send(request, cutAfter);
    if (answer.kind === 'lost') return undefined;
    tally.time(kind, answer.milliseconds);
    const read = readAnswer(answer);
    const age = Math.floor(Date.now() / 1000) - Number(request.headers['X-Timestamp']);
    if (read.outcome !== 'TIMESTAMP_SKEW' || age <= SKEW_LIMIT) return read;
    tally.tooOld++;
    return { ...read, outcome: TOO_OLD };
  }

  async #askWithWrongClock(request: ConnectionRequest): Promise<void> {
    const { random, record, tally } = this.#parts;
    const skew = (random.chance(0.5) ? 1 : -1) * (SKEW_LIMIT + BEYOND_DOUBT + random.integer(600));
    const unproved = this.#unproved(request);
    const answer = await this.#parts.wire.send({
      ...unproved,
      headers: { ...unproved.headers, ...this.#signature(unproved, skew) },
    });
    tally.wrongClocks++;
    if (answer.kind === 'lost') return;
    const { outcome } = readAnswer(answer);
    if (outcome !== 'TIMESTAMP_SKEW') record.complain(`a clock ${skew} s off was answered with ${outcome}`);
  }

  async #prepared(request: ConnectionRequest): Promise<WireRequest> {
    const { random, clientFaults } = this.#parts;
    const unproved = this.#unproved(request);
    if (request.anonymous) return unproved;
    const proof = random.chance(clientFaults.signed)
      ? this.#signature(unproved, this.#skew)
      : { authorization: `Bearer ${await this.#session()}` };
    return { ...unproved, headers: { ...unproved.headers, ...proof } };
  }

  #unproved({ method = 'GET', to, json, bytes, headers = {} }: ConnectionRequest): WireRequest {
    const url = to.startsWith('/') ? `${this.#parts.url}${to}` : to;
    if (json === undefined) return { method, url, headers, body: bytes };
    const body = Buffer.from(JSON.stringify(json));
    return { method, url, headers: { 'content-type': 'application/json', ...headers }, body };
  }

  #signature({ method, url, body = new Uint8Array() }: WireRequest, skew: number): Record<string, string> {
    const { hotkey, arena, random } = this.#parts;
    const now = Date.now() / 1000 + skew;
    if (random.chance(0.5)) return signRequest(hotkey, { version: 1, now });
    return signRequest(hotkey, { version: 2, arena, method, target: requestTarget(new URL(url)), body, now });
  }

  async #session(): Promise<string> {
    if (this.#token !== undefined) return this.#token;
    const { hotkey } = this.#parts;
    const { address } = hotkey;
    const open = { method: 'POST', anonymous: true } as const;
    for (;;) {
      const asked = await this.ask('challenge', { ...open, to: '/v1/auth/challenge', json: { hotkey: address } });
      const { challenge } = challengeSchema.parse(asked.body);
      const json = { hotkey: address, challenge, signature: signChallenge(hotkey, challenge) };
      const opened = await this.ask('session', { ...open, to: '/v1/auth/session', json });
      // The challenge may have been used by an earlier request of this client whose answer was lost.
      if (opened.outcome !== '200') continue;
      this.#token = sessionSchema.parse(opened.body).session_token;
      return this.#token;
    }
  }
}

function readAnswer({ status, bytes }: Extract<WireAnswer, { kind: 'answered' }>): ConnectionAnswer {
  const json = parseJson(bytes.toString('utf8'));
  const body = json.ok ? json.value : undefined;
  const refusal = status >= 400 ? refusalSchema.safeParse(body) : undefined;
  return { outcome: refusal?.success ? refusal.data : String(status), body, bytes };
}
