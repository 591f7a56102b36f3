import { randomUUID } from 'node:crypto';
import { contentText } from '../../chat/content-text.ts';
import { Fault } from '../../fault/fault.ts';
import { EnvironmentSession, type StepResult } from '../session/environment-session.ts';
import { type ResetRequest, readAction } from '../session/session-wire.ts';
import type { ShoppingEnvironment } from '../session/shopping-environment.ts';
import type { CallResult } from './event-stream.ts';
import type { SessionLimits } from './session-sockets.ts';

export interface OpenRewardSessionsOptions extends SessionLimits {
  readonly environment: ShoppingEnvironment;
  /** Sessions of this server, also those that are sockets. */
  readonly countSessions: () => number;
  readonly onDefect: (error: unknown) => void;
}

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface StartedCall {
  readonly taskId: string;
  /** Never rejects. */
  readonly result: Promise<CallResult>;
}

interface FirstMessage {
  readonly role: string;
  readonly text: string;
}

interface RunningEpisode {
  readonly session: EnvironmentSession;
  /** System prompt and request. */
  readonly messages: readonly FirstMessage[];
}

interface OpenSession {
  episode: RunningEpisode | null;
  active: number;
  /** Calls that have not been answered yet. */
  waiting: number;
  last: Promise<unknown>;
  readonly results: Map<string, Promise<CallResult>>;
}

/** The client does not close sessions whose episode could not begin. It begins an episode at once. */
const MAX_IDLE_WITHOUT_EPISODE = 60_000;
/** Calls that a client may send at the same time: as many as one answer of a model may have. */
const MAX_WAITING = 8;

/**
 * Sessions of the Open Reward Standard: plain HTTP requests with the id of their session. Only this server makes ids,
 * and no route lists them, so a client cannot reach the session of another.
 */
export class OpenRewardSessions {
  readonly #options: OpenRewardSessionsOptions;
  readonly #open = new Map<string, OpenSession>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: OpenRewardSessionsOptions) {
    this.#options = options;
    const allowedIdle = Math.min(options.idleMilliseconds, MAX_IDLE_WITHOUT_EPISODE);
    this.#sweep = setInterval(() => this.#closeIdle(), Math.max(10, allowedIdle / 10));
    this.#sweep.unref();
  }

  get size(): number {
    return this.#open.size;
  }

  /** Opens a session without an episode and returns its id. */
  open(): string {
    const { maxSessions, countSessions } = this.#options;
    if (countSessions() >= maxSessions) {
      throw new Fault('RATE_LIMIT_EXCEEDED', {
        message: `The server has ${maxSessions} sessions, its maximum.`,
        remedy: 'Try again later.',
      });
    }
    const id = randomUUID();
    const results = new Map<string, Promise<CallResult>>();
    this.#open.set(id, { episode: null, active: performance.now(), waiting: 0, last: Promise.resolve(), results });
    return id;
  }

  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** Resets the time without requests. */
  touch(id: string): void {
    this.#get(id);
  }

  begin(id: string, request: ResetRequest): void {
    const open = this.#get(id);
    if (open.episode !== null) {
      throw new Fault('INPUT_INVALID', {
        message: 'This session has an episode already.',
        remedy: 'Delete it first, or open another session.',
      });
    }
    const session = new EnvironmentSession(this.#options.environment);
    session.reset(request);
    const messages = session.messages().map(({ role, content }) => ({ role, text: contentText(content) }));
    open.episode = { session, messages };
  }

  /** System prompt and request of the episode. */
  messages(id: string): readonly FirstMessage[] {
    return episodeOf(this.#get(id)).messages;
  }

  /** Ends the episode. Clients repeat this request, so nothing happens if there is none. */
  end(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    open.episode = null;
    open.results.clear();
  }

  /** Closes the session, if it is still open. */
  close(id: string): void {
    this.end(id);
    this.#open.delete(id);
  }

  /** Runs a call as a step of the episode, after the calls that are waiting. */
  call(id: string, { name, input }: ToolCall): StartedCall {
    const open = this.#get(id);
    const episode = episodeOf(open);
    if (open.waiting >= MAX_WAITING) {
      throw new Fault('RATE_LIMIT_EXCEEDED', {
        message: `This session has ${MAX_WAITING} calls without an answer, its maximum.`,
      });
    }
    open.waiting++;
    const result = open.last.then(async () => {
      // The episode may have been deleted while the call was waiting.
      const answered = open.episode === episode ? await this.#step(episode, name, input) : deleted();
      open.waiting--;
      open.active = performance.now();
      return answered;
    });
    open.last = result;
    const taskId = randomUUID();
    open.results.set(taskId, result);
    const [oldest] = open.results.keys();
    if (open.results.size > MAX_WAITING) open.results.delete(oldest!);
    return { taskId, result };
  }

  /** An earlier call, for a client whose connection broke. */
  resume(id: string, taskId: string): StartedCall {
    const result = this.#get(id).results.get(taskId);
    if (result !== undefined) return { taskId, result };
    throw new Fault('INPUT_INVALID', {
      message: 'This session has no such call.',
      remedy: `The results of its last ${MAX_WAITING} calls are kept; leave out task_id to make a new call.`,
    });
  }

  closeAll(): void {
    clearInterval(this.#sweep);
    this.#open.clear();
  }

  #get(id: string): OpenSession {
    const open = this.#open.get(id);
    if (open === undefined) {
      throw new Fault('SESSION_ENDED', {
        message: 'There is no session with this id. It was deleted or has expired.',
      });
    }
    open.active = performance.now();
    return open;
  }

  /** Never throws. */
  async #step({ session }: RunningEpisode, name: string, input: ToolCall['input']): Promise<CallResult> {
    if (session.state().done) {
      return ended({ ok: false, error: 'The episode is over.', reason: 'episode_finished' });
    }
    try {
      const action = readAction({ type: 'call_tool', tool_name: name, arguments: input });
      const step = await session.step(action!);
      return ended({ ok: true, output: outputOf(step) });
    } catch (error) {
      if (Fault.isInstance(error)) return { event: 'error', data: error.message };
      this.#options.onDefect(error);
      return { event: 'error', data: 'The environment failed. The episode does not count.' };
    }
  }

  #closeIdle(): void {
    const { idleMilliseconds } = this.#options;
    const now = performance.now();
    for (const [id, { episode, active, waiting }] of this.#open) {
      const allowed = episode === null ? Math.min(idleMilliseconds, MAX_IDLE_WITHOUT_EPISODE) : idleMilliseconds;
      if (waiting === 0 && now - active >= allowed) this.close(id);
    }
  }
}

function episodeOf({ episode }: OpenSession): RunningEpisode {
  if (episode !== null) return episode;
  throw new Fault('INPUT_INVALID', {
    message: 'This session has no episode.',
    remedy: 'POST /create begins one.',
  });
}

/** An invalid call is a step too: the model reads its error as the result, as in every other episode. */
function outputOf({ observation, reward, done, metadata }: StepResult) {
  const { result, turn, max_turns } = observation;
  return {
    blocks: typeof result === 'string' ? [textBlock(result)] : [],
    metadata: { turn, max_turns, ...metadata },
    reward,
    finished: done,
  };
}

export function textBlock(text: string) {
  return { text, detail: null, type: 'text' };
}

function ended(data: object): CallResult {
  return { event: 'end', data: JSON.stringify(data) };
}

function deleted(): CallResult {
  return { event: 'error', data: 'The episode was deleted.' };
}
