import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { EnvironmentSession } from '../session/environment-session.ts';
import { type EnvironmentSplit, SPLITS } from '../session/environment-split.ts';
import { actionSchema, observationSchema, stateSchema } from '../session/session-wire.ts';
import type { ShoppingEnvironment } from '../session/shopping-environment.ts';
import { agentRoutes } from './agent-routes.ts';
import { readReset } from './answer-message.ts';
import { estimateSchema, estimateSplit } from './estimate-split.ts';
import { readBody } from './read-body.ts';
import type { SessionLimits } from './session-sockets.ts';

export interface EnvironmentRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly answer: (request: FastifyRequest) => unknown;
}

export interface RouteOptions extends SessionLimits {
  readonly environment: ShoppingEnvironment;
  readonly version: string;
  readonly sessions: () => number;
  /** Whether requests need a token. */
  readonly hasToken: boolean;
}

/** Name of the environment in URLs. */
const NAME = 'assay';

const splitSchema = z.object({ split: z.enum(SPLITS) });
const taskSchema = splitSchema.extend({ index: z.int().nonnegative() });
const rangeSchema = splitSchema.extend({
  start: z.int().nonnegative().nullish(),
  stop: z.int().nonnegative().nullish(),
});

/** HTTP routes for OpenEnv's clients and its validator; tasks are in the format of the Open Reward Standard. */
export function environmentRoutes(options: RouteOptions): readonly EnvironmentRoute[] {
  const { environment, version } = options;
  return [
    {
      method: 'GET',
      path: '/health',
      summary: 'Whether the server runs, and how many sessions it has',
      answer: () => ({ status: 'healthy', sessions: options.sessions(), max_sessions: options.maxSessions }),
    },
    {
      method: 'GET',
      path: '/metadata',
      summary: 'Name and description',
      answer: () => ({
        name: NAME,
        description: 'Shopping in a marketplace: find what a user asks for with tools, make sure and recommend it.',
        version,
      }),
    },
    {
      method: 'GET',
      path: '/schema',
      summary: 'JSON schemas of actions, observations and state',
      answer: () => SCHEMAS,
    },
    {
      method: 'POST',
      path: '/reset',
      summary: 'First observation of an episode. It is not kept: sessions are at /ws',
      answer: ({ body }) => new EnvironmentSession(environment).reset(readReset(body ?? {})),
    },
    {
      method: 'POST',
      path: '/step',
      summary: 'Refused, because a request without a session has no episode: sessions are at /ws',
      answer: () => {
        throw new Fault('INPUT_INVALID', {
          message: 'There is no episode to step.',
          remedy: 'Open a session: OpenEnv clients connect to /ws.',
        });
      },
    },
    {
      method: 'GET',
      path: '/state',
      summary: 'State of a session before its first reset',
      answer: () => new EnvironmentSession(environment).state(),
    },
    {
      method: 'POST',
      path: '/mcp',
      summary: 'Refused with a JSON-RPC error: tools are called by steps of a session, which count and are paid',
      answer: () => ({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32601, message: 'Tools are called by steps of a session at /ws.' },
      }),
    },
    { method: 'GET', path: '/list_environments', summary: 'Environments of this server', answer: () => [NAME] },
    {
      method: 'GET',
      path: `/${NAME}/splits`,
      summary: 'Splits, with the suites they come from',
      answer: () =>
        environment.splits.map(({ name, suite, problems }) => ({
          name,
          type: name === 'train' ? 'train' : 'validation',
          suite,
          num_tasks: problems.length,
        })),
    },
    {
      method: 'POST',
      path: `/${NAME}/tasks`,
      summary: 'Problems of a split',
      answer: ({ body }) => ({ tasks: tasksOf(environment, readBody(splitSchema, body).split), env_name: NAME }),
    },
    {
      method: 'POST',
      path: `/${NAME}/num_tasks`,
      summary: 'How many problems a split has',
      answer: ({ body }) => ({ num_tasks: tasksOf(environment, readBody(splitSchema, body).split).length }),
    },
    {
      method: 'POST',
      path: `/${NAME}/task`,
      summary: 'One problem of a split',
      answer: ({ body }) => {
        const { split, index } = readBody(taskSchema, body);
        const task = tasksOf(environment, split)[index];
        if (task !== undefined) return { task };
        throw new Fault('INPUT_INVALID', { message: `The split ${split} has no problem number ${index}.` });
      },
    },
    {
      method: 'POST',
      path: `/${NAME}/task_range`,
      summary: 'Problems of a split from one place up to another',
      answer: ({ body }) => {
        const { split, start, stop } = readBody(rangeSchema, body);
        return { tasks: tasksOf(environment, split).slice(start ?? 0, stop ?? undefined) };
      },
    },
    {
      method: 'POST',
      path: `/${NAME}/estimate`,
      summary: 'Mean over problems of a split with its 95 % interval, from one value for each problem',
      answer: ({ body }) => {
        const request = readBody(estimateSchema, body);
        const { value, interval, method } = estimateSplit(splitOf(environment, request.split), request);
        return { value, low: interval?.low ?? null, high: interval?.high ?? null, method };
      },
    },
    ...agentRoutes(environment, options.hasToken),
  ];
}

/** Tasks as a reset shows them: with the request, never with the answer. */
function tasksOf(environment: ShoppingEnvironment, wanted: string) {
  return splitOf(environment, wanted).problems.map(({ problem: { id, category, query }, cluster }, index) => ({
    index,
    problem_id: id,
    category,
    query,
    leak_cluster: cluster,
  }));
}

function splitOf({ splits }: ShoppingEnvironment, wanted: string): EnvironmentSplit {
  const split = splits.find(({ name }) => name === wanted);
  if (split === undefined) throw new Fault('INPUT_INVALID', { message: `This server has no split ${wanted}.` });
  return split;
}

const SCHEMAS = {
  action: z.toJSONSchema(actionSchema),
  observation: z.toJSONSchema(observationSchema),
  state: z.toJSONSchema(stateSchema),
};

/** Version of OpenEnv's HTTP interface; its validator reads it here. */
const OPENENV_VERSION = '1.0.0';

export function openApiDocument(routes: readonly EnvironmentRoute[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, summary } of routes) {
    const responses = { 200: { description: 'JSON' } };
    paths[path] = { ...paths[path], [method.toLowerCase()]: { summary, responses } };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Assay environment', version: OPENENV_VERSION, description: 'Sessions are WebSockets at /ws.' },
    paths,
  };
}
