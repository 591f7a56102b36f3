import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { canonicalJson } from '../../json/canonical-json.ts';
import { parseQueryString } from '../../market/parse-query-string.ts';
import type { ArrivedRequest, CallLog } from '../calls/call-log.ts';
import type { EvidenceClaim } from '../evidence/evidence-budget.ts';
import { StoredSize, storedBound } from '../evidence/stored-size.ts';
import type { GatewayLimits } from '../gateway-limits.ts';
import type { Admission } from './admission.ts';
import { AgentConnection } from './agent-connection.ts';
import { type Answer, FORBIDDEN, refusal } from './answer.ts';
import type { Clock } from './clock.ts';
import { type ReceivedBody, receiveBody } from './receive-body.ts';
import { type RecordedBody, recordedBody } from './recorded-body.ts';
import { type Route, readRequestLine } from './route.ts';
import { sendAnswer, writeLastAnswer } from './send-answer.ts';

/** Field names, hashes, times and numbers of a call. */
const FRAME_BYTES = 1024;

/** An admitted request, for its handler. */
export interface AdmittedRequest {
  readonly route: Route;
  readonly parameters: ArrivedRequest['parameters'];
  readonly body: RecordedBody;
  readonly bodyBytes: number;
  /** Reserves evidence for an answer before it is requested; returns a rejection if there is no room. */
  readonly reserveAnswer: (bytes: number) => Answer | null;
}

export interface GatewayServerOptions {
  readonly limits: GatewayLimits;
  readonly log: CallLog;
  readonly admission: Admission;
  readonly clock: Clock;
  /** Whether this gateway serves the route. If not, the path is rejected like an unknown one. */
  readonly serves: (route: Route) => boolean;
  readonly answer: (request: AdmittedRequest) => Promise<Answer>;
}

/** A call whose answer is not recorded yet. */
interface CallUnderWay {
  readonly started: number;
  readonly claim: EvidenceClaim;
  /** Maximum recorded size of everything except its answer. */
  readonly before: number;
}

interface FittedCall {
  readonly arrived: ArrivedRequest;
  readonly final: Answer;
}

/** Reserved with every request, so that a rejection can always be recorded. */
const SHORT_ANSWER_BYTES = 512;
/** Maximum recorded path of a request that is rejected because there is no room for it. */
const SHORT_PATH = 100;

/** Sent if a call could not be recorded. The only answer that is not in the record. */
const UNRECORDED = refusal(503, 'The gateway cannot record calls. This is not your fault.');

/**
 * The HTTP side of a gateway. Every answer is recorded before it is sent, including answers to input that is not HTTP.
 * A client that sends its request too slowly is disconnected. If the agent disconnects, its call still runs to its end,
 * because it is paid for.
 */
export class GatewayServer {
  readonly server: Server;
  readonly #options: GatewayServerOptions;
  readonly #broken = new AbortController();
  readonly #visits = new Map<Duplex, AgentConnection>();
  readonly #underWay = new Set<Promise<void>>();
  #refusals = 0;
  #seen = 0;
  #shut = false;

  constructor(options: GatewayServerOptions) {
    const { limits } = options;
    this.#options = options;
    this.server = createServer({
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headerMilliseconds,
      requestTimeout: limits.requestMilliseconds,
      keepAliveTimeout: limits.idleMilliseconds,
      connectionsCheckingInterval: Math.min(1000, limits.headerMilliseconds),
      // Otherwise Node would answer without recording.
      requireHostHeader: false,
    });
    this.server.maxConnections = limits.connections;
    this.server.on('connection', (socket) => this.#welcome(socket));
    this.server.on('error', (error) => this.#fail(error.message));
    this.server.on('close', () => this.#fail('its socket was closed'));
    this.server.on('drop', () => this.#countVisit());
    this.server.on('request', (request, response) => this.#track(this.#serve(request, response)));
    this.server.on('checkExpectation', (request, response) => this.#track(this.#serve(request, response, FORBIDDEN)));
    this.server.on('connect', (request, socket) => this.#track(this.#lastAnswer(socket, FORBIDDEN, request)));
    this.server.on('clientError', (error, socket) => this.#track(this.#answerNonsense(error, socket)));
  }

  get broken(): AbortSignal {
    return this.#broken.signal;
  }

  /** Closes all connections permanently. Resolves when no call is under way. */
  async shut(): Promise<void> {
    this.#closeSocket();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #welcome(socket: Socket): void {
    this.#countVisit();
    if (this.#shut) {
      socket.destroy();
      return;
    }
    this.#visits.set(socket, new AgentConnection(socket));
    socket.on('close', () => this.#visits.delete(socket));
  }

  /** A server that closes unexpectedly is our outage, so the agent is not responsible for what follows. */
  #fail(reason: string): void {
    if (this.#shut) return;
    this.#options.log.remember('GATEWAY_FAILED', `The gateway failed: ${reason}.`, null);
    this.#closeSocket();
    this.#broken.abort();
  }

  /** Idle connections also cost time. */
  #countVisit(): void {
    const { log, limits } = this.#options;
    if (this.#shut || ++this.#seen <= limits.visits) return;
    log.remember('AGENT_CALLED_TOO_MUCH', `This attempt connected more than ${limits.visits} times.`, null);
    this.#closeSocket();
  }

  #closeSocket(): void {
    this.#shut = true;
    this.server.close();
    for (const socket of this.#visits.keys()) socket.destroy();
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error) => this.#options.log.remember('GATEWAY_FAILED', `A request was dropped: ${String(error)}`, null))
      .finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }

  async #serve(request: IncomingMessage, response: ServerResponse, refused: Answer | null = null): Promise<void> {
    const { admission, clock } = this.#options;
    const { socket, method = '', url = '' } = request;
    const visit = this.#visits.get(socket);
    if (visit === undefined) return;
    visit.beginRequest();
    const leave = admission.enter();
    const claim = admission.evidence.claim();
    let held = 0;
    try {
      const { path, query, route } = readRequestLine(method, url);
      const parameters = parseQueryString(query);
      const head = headBound({ method, path, parameters }) + SHORT_ANSWER_BYTES;
      const stored = new StoredSize();
      const early = refused ?? this.#refusalOf(request, route) ?? this.#claimEarly(request, claim, head);
      const body = await receiveBody(request, {
        maxBytes: this.#options.limits.bodyBytes,
        signal: visit.garbled,
        hold: (piece) => {
          // The body of a rejected request is read to its end and discarded.
          if (early !== null || !claim.raiseTo(head + stored.add(piece).bound)) return false;
          if (!admission.hold(piece.length)) return false;
          held += piece.length;
          return true;
        },
      });
      if (body.kind === 'cut off') return;
      const started = clock.milliseconds();
      const bytes = body.kind === 'whole' ? body.bytes : '';
      const read = recordedBody(bytes);
      const arrived = { time: clock.date(), method, path, parameters, request: read.recorded, body: bytes };
      const before = head + (body.kind === 'whole' ? stored.bound : 0);
      const reserveAnswer = (bytes: number): Answer | null =>
        claim.raiseTo(before + bytes) ? null : admission.refuseEvidence(before + bytes);
      const answer =
        early ??
        this.#refusalOfBody(body, head + stored.bound) ??
        (await this.#answer({ route: route!, parameters, body: read, bodyBytes: bytes.length, reserveAnswer }));
      await this.#finish(arrived, answer, { started, claim, before }, (final) =>
        sendAnswer(response, final, body.kind === 'whole' || body.ended),
      );
    } finally {
      claim.settle(0);
      admission.release(held);
      visit.endRequest(response, leave);
    }
  }

  #refusalOf(request: IncomingMessage, route: Route | null): Answer | null {
    const { headers } = request;
    if (this.#options.log.broken) return UNRECORDED;
    if (route === null || !this.#options.serves(route) || headers.upgrade !== undefined) return FORBIDDEN;
    // Decompression could turn a small request into a large one.
    const packed = (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
    const wrapped = (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked';
    if (packed || wrapped) return refusal(415, 'Send the body as it is, without an encoding.');
    return this.#options.admission.admit(route);
  }

  /** Reserves evidence for the stated content length before the body is read. */
  #claimEarly({ headers }: IncomingMessage, claim: EvidenceClaim, head: number): Answer | null {
    const stated = Number(headers['content-length'] ?? 0);
    // A body that is too long is rejected for its length after it was read.
    const expected = head + (stated <= this.#options.limits.bodyBytes ? stated : 0);
    return claim.raiseTo(expected) ? null : this.#options.admission.refuseEvidence(expected);
  }

  #refusalOfBody(body: ReceivedBody, bytes: number): Answer | null {
    const { admission, limits } = this.#options;
    if (body.kind === 'too large') return refusal(413, `The body is longer than ${limits.bodyBytes} bytes.`);
    if (body.kind === 'crumbs') return refusal(400, 'The body has too many chunks.');
    if (body.kind === 'no room') return admission.refuseEvidence(bytes);
    return null;
  }

  async #answer(request: AdmittedRequest): Promise<Answer> {
    try {
      return await this.#options.answer(request);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return {
        ...refusal(500, 'The gateway failed. This is not your fault.'),
        kind: request.route,
        fault: { code: 'GATEWAY_FAILED', message },
      };
    }
  }

  /** Records the answer, then sends it. Closes all connections permanently after too many rejections. */
  async #finish(
    arrived: ArrivedRequest,
    answer: Answer,
    call: CallUnderWay,
    say: (answer: Answer) => void,
  ): Promise<void> {
    const { log, limits, clock } = this.#options;
    // After the last rejection nothing more is recorded, so nothing may be answered either.
    if (this.#refusals >= limits.refusals && answer.kind === 'refused') return this.#closeSocket();
    const last = answer.kind === 'refused' && ++this.#refusals >= limits.refusals;
    const fitted = this.#fit(arrived, last ? withFault(answer, limits.refusals) : answer, call);
    if (fitted === null) return this.#closeSocket();
    const { final } = fitted;
    const bytes = await log.keep(fitted.arrived, final, clock.milliseconds() - call.started);
    const recorded = bytes !== null;
    call.claim.settle(bytes ?? 0);
    if (!recorded) this.#broken.abort();
    try {
      await final.settle?.(recorded);
    } catch (error) {
      log.remember('GATEWAY_FAILED', `The cost of a call could not be settled: ${String(error)}`, null);
    }
    say(recorded ? final : UNRECORDED);
  }

  /**
   * Makes a call fit into the evidence limit: the whole call, or a short rejection instead of the answer, or a
   * rejection with a shortened request. `null` if not even that fits; then nothing can be answered any more.
   */
  #fit(arrived: ArrivedRequest, answer: Answer, { claim, before }: CallUnderWay): FittedCall | null {
    const { admission, log, limits } = this.#options;
    const whole = before + answerBound(answer);
    if (claim.raiseTo(whole)) return { arrived, final: answer };
    const refused = admission.refuseEvidence(whole);
    // A paid call stays paid: usage and price are kept, and the account is settled as recorded.
    const bought =
      answer.usage === undefined ? {} : { kind: answer.kind, usage: answer.usage, price: answer.price ?? null };
    const { settle, answeredBy } = answer;
    const final = { ...refused, ...bought, ...(settle && { settle }), ...(answeredBy && { answeredBy }) };
    if (claim.raiseTo(before + answerBound(final))) return { arrived, final };
    const short = { ...arrived, path: arrived.path.slice(0, SHORT_PATH), parameters: {}, request: null, body: '' };
    if (claim.raiseTo(headBound(short) + answerBound(final))) return { arrived: short, final };
    log.remember(
      'AGENT_CALLED_TOO_MUCH',
      `This attempt has used up its ${limits.evidenceBytes} bytes of recorded calls.`,
      null,
    );
    return null;
  }

  async #answerNonsense(error: Error & { code?: string }, socket: Duplex): Promise<void> {
    const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (slow || error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { headerBytes } = this.#options.limits;
    await this.#lastAnswer(
      socket,
      error.code === 'HPE_HEADER_OVERFLOW'
        ? refusal(431, `The request line and headers are longer than ${headerBytes} bytes.`)
        : refusal(400, 'This is not a valid HTTP request.'),
    );
  }

  /** Answers input after which the connection cannot be read any further. */
  async #lastAnswer(socket: Duplex, answer: Answer, request?: IncomingMessage): Promise<void> {
    const { clock } = this.#options;
    const visit = this.#visits.get(socket);
    if (visit === undefined || visit.garbled.aborted) return;
    const owed = visit.owed;
    visit.garble();
    if (owed) return;
    const { path, query } = readRequestLine(request?.method ?? '', request?.url ?? '');
    const arrived = {
      time: clock.date(),
      method: request?.method ?? '',
      path,
      parameters: parseQueryString(query),
      request: null,
      body: '',
    };
    const claim = this.#options.admission.evidence.claim();
    const call = { started: clock.milliseconds(), claim, before: headBound(arrived) };
    try {
      await this.#finish(arrived, answer, call, (final) => writeLastAnswer(socket, final));
    } finally {
      claim.settle(0);
    }
  }
}

function withFault(answer: Answer, refusals: number): Answer {
  const message = `${refusals} requests of this attempt were rejected; the gateway closed its connections.`;
  return { ...answer, fault: answer.fault ?? { code: 'AGENT_CALLED_TOO_MUCH', message } };
}

/** Upper bound on the recorded size of a request without its body. */
function headBound({ method, path, parameters }: Omit<ArrivedRequest, 'request' | 'body' | 'time'>): number {
  return FRAME_BYTES + Buffer.byteLength(canonicalJson([method, path, parameters]));
}

/** Upper bound on the recorded size of an answer. */
function answerBound({ body, answeredBy, changed, usage }: Answer): number {
  const about = JSON.stringify([answeredBy ?? null, changed ?? null, usage ?? null]);
  return storedBound(body) + Buffer.byteLength(about);
}
