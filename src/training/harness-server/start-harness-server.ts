import type { FastifyReply } from 'fastify';
import fastify from 'fastify';
import type { z } from 'zod';
import { HttpEndpoint, type HttpEndpointOptions } from '../../chat/client.ts';
import { readMessage } from '../../chat/read-message.ts';
import type { Harness } from '../../evaluation/harness.ts';
import { Fault } from '../../fault/fault.ts';
import { httpAnswerOf } from '../../fault/http-answer.ts';
import { isBearerOf, makeBearerToken } from '../../identity/bearer-token.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import type { SameTarget } from '../step-reward/match-calls.ts';
import { stepReward } from '../step-reward/step-reward.ts';
import { targetRetrieval } from '../step-reward/target-retrieval.ts';
import type { TeacherCall } from '../step-reward/teacher-call.ts';
import { rollOut } from './roll-out.ts';
import { MAX_BODY_BYTES, type RolloutEpisode, type RolloutsRequest, rolloutsSchema, stepsSchema } from './wire.ts';

export interface HarnessServerOptions {
  /** Problems to train on. Requests for any other problem are rejected. */
  readonly problems: readonly Problem[];
  readonly search: Search;
  /** Calls of the teachers that solved a problem, by problem. */
  readonly teacher: ReadonlyMap<string, readonly TeacherCall[]>;
  /**
   * Uses native calls. Calls in text would have the same tokens, but the schemas would not be where training puts
   * them.
   */
  readonly harness: Harness;
  /** Maximum turns that a rollout may request. */
  readonly maxTurns: number;
  /** Concurrent episodes. */
  readonly concurrency?: number;
  readonly port?: number;
  /** Options for requests to the model, except its address. */
  readonly asking?: Omit<HttpEndpointOptions, 'baseUrl' | 'apiKey'>;
}

export interface HarnessServer {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 64;
/** Concurrent steps. Most of the time of a step is waiting for the market. */
const STEPS_AT_A_TIME = 16;

/** Serves the reward and the harness to a trainer on this machine, which has neither tools nor a market. */
export async function startHarnessServer(options: HarnessServerOptions): Promise<HarnessServer> {
  const { problems, search, harness, concurrency = DEFAULT_CONCURRENCY } = options;
  const token = makeBearerToken();
  const stopping = new AbortController();
  const known = new Map(
    problems.map((problem) => [problem.id, { problem, sameTarget: targetRetrieval(search, problem) }] as const),
  );
  const server = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });

  function trainable(id: string): { readonly problem: Problem; readonly sameTarget: SameTarget } {
    const found = known.get(id);
    if (found !== undefined) return found;
    throw new Fault('PROBLEM_SEALED', {
      message: `${JSON.stringify(id.slice(0, 100))} is not in the training split.`,
      remedy: 'Ask only for problems of the training split that the server was started with.',
    });
  }

  server.addHook('onRequest', async (request, reply) => {
    if (isBearerOf(token, request.headers.authorization)) return;
    return await reply
      .code(401)
      .send({ detail: 'The token of this server is needed, as a bearer token.', error_code: 'UNAUTHORIZED' });
  });

  server.get('/health', async () => ({
    status: 'healthy',
    service: 'training-harness',
    problems: known.size,
    harness: { size: harness.size, form: harness.form, max_observation: harness.maxObservation },
  }));

  server.post('/reward/steps', async (request) => {
    const { steps } = parsed(stepsSchema, request.body);
    for (const { problem_id } of steps) trainable(problem_id);
    const rewards = await inParallel(steps, STEPS_AT_A_TIME, async (step) => {
      const { reward, parts, matched } = await stepReward(
        {
          prompt: step.prompt.map(readMessage),
          answer: readMessage(step.completion),
          teaching: { kind: 'actions', actions: step.teacher_actions },
        },
        { tools: harness.tools, sameTarget: trainable(step.problem_id).sameTarget },
      );
      return { reward, parts, matched };
    });
    return { rewards };
  });

  server.post('/rollouts', async (request, reply) => {
    const asked = parsed(rolloutsSchema, request.body);
    for (const { problem_id } of asked.episodes) trainable(problem_id);
    if (asked.max_turns > options.maxTurns) throw tooManyTurns(asked.max_turns, options.maxTurns);
    const endpoint = new HttpEndpoint({ ...options.asking, baseUrl: asked.endpoint.base_url });
    const signal = AbortSignal.any([stopping.signal, gone(reply)]);
    const episodes = await inParallel(asked.episodes, concurrency, async (episode) => {
      const { problem, sameTarget } = trainable(episode.problem_id);
      return await rollOut({
        problem,
        sample: episode.sample,
        harness,
        endpoint,
        search,
        maxTurns: asked.max_turns,
        request: requestOf(asked, episode),
        teacher: options.teacher.get(problem.id) ?? [],
        sameTarget,
        signal,
      });
    });
    return { episodes };
  });

  server.setNotFoundHandler(async (request, reply) => {
    reply.code(404);
    return { detail: `There is no ${request.method} ${request.url.split('?')[0]} here.`, error_code: 'NOT_FOUND' };
  });

  server.setErrorHandler(async (error, _request, reply) => {
    const { status, body } = httpAnswerOf(error, 'The harness failed.');
    reply.code(status);
    return body;
  });

  const url = await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  return {
    url,
    token,
    close: async () => {
      stopping.abort();
      await server.close();
    },
  };
}

/** Requests token ids and log-probabilities for every turn, with a different seed for every episode. */
function requestOf({ endpoint, temperature, top_p, max_tokens }: RolloutsRequest, { seed }: RolloutEpisode) {
  return { model: endpoint.model, temperature, top_p, max_tokens, seed, logprobs: true, return_token_ids: true };
}

/** Aborts when the trainer disconnects before it has its answer. */
function gone(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) left.abort();
  });
  return left.signal;
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new Fault('INPUT_INVALID', { message: `The request is invalid: ${describeIssue(read.error)}.` });
}

function tooManyTurns(asked: number, most: number): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${asked} turns were requested; this harness allows at most ${most}.`,
    remedy: 'Lower max_turns.',
  });
}

/** Results in the order of the items, with at most `limit` running concurrently. The first error stops the rest. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  const waiting = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [place, item] of waiting) {
      if (failed) return;
      try {
        results[place] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
