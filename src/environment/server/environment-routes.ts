import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { EnvironmentSession } from '../session/environment-session.ts';
import { actionSchema, observationSchema, stateSchema } from '../session/session-wire.ts';
import type { ShoppingEnvironment } from '../session/shopping-environment.ts';
import { agentRoutes } from './agent-routes.ts';
import { readReset } from './answer-message.ts';
import { ENVIRONMENT_NAME, type EnvironmentRoute } from './environment-route.ts';
import { estimateSchema, estimateSplit } from './estimate-split.ts';
import { openRewardRoutes } from './open-reward-routes.ts';
import type { OpenRewardSessions } from './open-reward-sessions.ts';
import { parseRequest } from './parse-request.ts';
import { splitOf } from './served-tasks.ts';
import type { SessionMemory } from './session-memory.ts';
import type { SessionLimits } from './session-sockets.ts';

export interface RouteOptions extends SessionLimits {
  readonly environment: ShoppingEnvironment;
  readonly version: string;
  readonly countSessions: () => number;
  readonly sessions: OpenRewardSessions;
  readonly memory: SessionMemory;
  /** Whether requests need a token. */
  readonly hasToken: boolean;
}

/** HTTP routes for OpenEnv's clients and its validator, for clients of the Open Reward Standard, and for agents. */
export function environmentRoutes(options: RouteOptions): readonly EnvironmentRoute[] {
  const { environment, version } = options;
  return [
    {
      method: 'GET',
      path: '/health',
      summary: 'Whether the server runs, how many sessions it has, and how much memory they need',
      answer: () => ({
        status: 'healthy',
        sessions: options.countSessions(),
        max_sessions: options.maxSessions,
        memory: options.memory.report(),
      }),
    },
    {
      method: 'GET',
      path: '/metadata',
      summary: 'Name and description',
      answer: () => ({
        name: ENVIRONMENT_NAME,
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
    ...openRewardRoutes(options),
    {
      method: 'POST',
      path: `/${ENVIRONMENT_NAME}/estimate`,
      summary: 'Mean over problems of a split with its 95 % interval, from one value for each problem',
      answer: ({ body }) => {
        const request = parseRequest(estimateSchema, body);
        const { value, interval, method } = estimateSplit(splitOf(environment, request.split), request);
        return { value, low: interval?.low ?? null, high: interval?.high ?? null, method };
      },
    },
    ...agentRoutes(environment, options.hasToken),
  ];
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
    info: {
      title: 'Assay environment',
      version: OPENENV_VERSION,
      description:
        'Sessions are WebSockets at /ws; those of the Open Reward Standard are opened by POST /create_session.',
    },
    paths,
  };
}
