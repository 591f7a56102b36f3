import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parametersSchema } from '../../tools/openai-tools.ts';
import { SPLITS } from '../session/environment-split.ts';
import type { ResetRequest } from '../session/session-wire.ts';
import type { ShoppingEnvironment } from '../session/shopping-environment.ts';
import { ENVIRONMENT_NAME, type EnvironmentRoute } from './environment-route.ts';
import { eventStream } from './event-stream.ts';
import { type OpenRewardSessions, textBlock } from './open-reward-sessions.ts';
import { parseRequest } from './parse-request.ts';
import { tasksOf } from './served-tasks.ts';

export interface OpenRewardRoutesOptions {
  readonly environment: ShoppingEnvironment;
  readonly version: string;
  readonly sessions: OpenRewardSessions;
}

const splitSchema = z.object({ split: z.enum(SPLITS) });
const taskSchema = splitSchema.extend({ index: z.int().nonnegative() });
/** Negative places count from the end, as in Python. */
const rangeSchema = splitSchema.extend({ start: z.int().nullish(), stop: z.int().nullish() });

const sessionIdSchema = z.string().trim().min(1).max(100);
const openSchema = z.object({
  /** Sent again by a client whose connection broke after it had read the id. */
  task_id: z.string().max(100).nullish(),
  env: z.record(z.string(), z.unknown()).nullish(),
});
const createSchema = z.object({
  env_name: z.string().max(200).nullish(),
  /** A listed task. Its other fields are ignored: the problem decides. */
  task_spec: splitSchema.extend({ problem_id: z.string().max(300) }).nullish(),
  split: z.enum(SPLITS).nullish(),
  index: z.int().nonnegative().nullish(),
  toolset_name: z.string().max(200).nullish(),
});
const callSchema = z.object({
  name: z.string().max(200),
  input: z.record(z.string(), z.unknown()),
  task_id: z.string().max(100).nullish(),
});

/**
 * Routes of the Open Reward Standard. Its client asks for a session id before every request, also where it needs none,
 * and leaves out the name of the environment.
 */
export function openRewardRoutes(options: OpenRewardRoutesOptions): readonly EnvironmentRoute[] {
  return [...listingRoutes(options), ...sessionRoutes(options), ...episodeRoutes(options)];
}

function listingRoutes({ environment, version }: OpenRewardRoutesOptions): readonly EnvironmentRoute[] {
  const tasks = (split: string) => tasksOf(environment, split);
  return [
    {
      method: 'GET',
      path: '/list_environments',
      summary: 'Environments of this server',
      answer: () => [ENVIRONMENT_NAME],
    },
    {
      method: 'GET',
      path: '/version',
      summary: 'Version of Assay',
      answer: () => ({ version, build_sha: null }),
    },
    {
      method: 'GET',
      ...pathsOf('splits'),
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
      ...pathsOf('tasks'),
      summary: 'Problems of a split',
      answer: ({ body }) => ({ tasks: tasks(parseRequest(splitSchema, body).split), env_name: ENVIRONMENT_NAME }),
    },
    {
      method: 'POST',
      ...pathsOf('num_tasks'),
      summary: 'How many problems a split has',
      answer: ({ body }) => ({ num_tasks: tasks(parseRequest(splitSchema, body).split).length }),
    },
    {
      method: 'POST',
      ...pathsOf('task'),
      summary: 'One problem of a split',
      answer: ({ body }) => {
        const { split, index } = parseRequest(taskSchema, body);
        const task = tasks(split)[index];
        if (task !== undefined) return { task, env_name: ENVIRONMENT_NAME };
        throw new Fault('INPUT_INVALID', { message: `The split ${split} has no problem number ${index}.` });
      },
    },
    {
      method: 'POST',
      ...pathsOf('task_range'),
      summary: 'Problems of a split from one place up to another',
      answer: ({ body }) => {
        const { split, start, stop } = parseRequest(rangeSchema, body);
        return { tasks: tasks(split).slice(start ?? 0, stop ?? undefined), env_name: ENVIRONMENT_NAME };
      },
    },
    {
      method: 'GET',
      ...pathsOf('tools'),
      summary: 'Tools of an episode',
      answer: () => toolsOf(environment),
    },
  ];
}

function sessionRoutes({ sessions }: OpenRewardRoutesOptions): readonly EnvironmentRoute[] {
  return [
    {
      method: 'POST',
      path: '/create_session',
      summary: 'Opens a session of the Open Reward Standard; its id comes as a server-sent event',
      answer: ({ body }) => {
        const { task_id: known, env } = parseRequest(openSchema, body ?? {});
        if (Object.keys(env ?? {}).length > 0)
          throw new Fault('INPUT_INVALID', { message: 'This environment has no variables that could be overridden.' });
        const id = known != null && sessions.has(known) ? known : sessions.open();
        return eventStream(id, Promise.resolve({ event: 'end', data: '' }));
      },
    },
    {
      method: 'POST',
      path: '/delete_session',
      summary: 'Closes a session',
      answer: (request) => {
        const sid = sessionIdOf(request);
        sessions.close(sid);
        return { sid };
      },
    },
    {
      method: 'POST',
      path: '/create',
      summary: 'Begins the episode of a session: a listed task, or a split and a place in it',
      answer: (request) => {
        const sid = sessionIdOf(request);
        sessions.begin(sid, readCreate(request.body));
        return { sid };
      },
    },
    {
      method: 'POST',
      path: '/delete',
      summary: 'Ends the episode of a session',
      answer: (request) => {
        const sid = sessionIdOf(request);
        sessions.end(sid);
        return { sid };
      },
    },
    {
      method: 'POST',
      path: '/ping',
      summary: 'Keeps a session open',
      answer: (request) => {
        sessions.touch(sessionIdOf(request));
        return { status: 'ok' };
      },
    },
  ];
}

function episodeRoutes({ environment, sessions }: OpenRewardRoutesOptions): readonly EnvironmentRoute[] {
  const messagesOf = (request: FastifyRequest) => sessions.messages(sessionIdOf(request));
  return [
    {
      method: 'GET',
      ...pathsOf('prompt'),
      summary: 'System prompt and request of the episode, as one block of text',
      answer: (request) => [
        textBlock(
          messagesOf(request)
            .map(({ text }) => text)
            .join('\n\n'),
        ),
      ],
    },
    {
      method: 'GET',
      ...pathsOf('messages'),
      summary: 'System prompt and request of the episode, as two messages',
      answer: (request) =>
        messagesOf(request).map(({ role, text }) => ({ role, blocks: [textBlock(text)], detail: null })),
    },
    {
      method: 'GET',
      ...pathsOf('task_tools'),
      summary: 'Tools of the episode of a session',
      answer: (request) => {
        sessions.messages(sessionIdOf(request));
        return toolsOf(environment);
      },
    },
    {
      method: 'POST',
      ...pathsOf('call'),
      summary: 'Calls a tool as a step of the episode; the result comes as server-sent events',
      answer: (request) => {
        const sid = sessionIdOf(request);
        const { task_id: known, ...call } = parseRequest(callSchema, request.body);
        const { taskId, result } = known == null ? sessions.call(sid, call) : sessions.resume(sid, known);
        return eventStream(taskId, result);
      },
    },
  ];
}

function pathsOf(name: string) {
  return { path: `/${ENVIRONMENT_NAME}/${name}`, shortPath: `/${name}` };
}

function sessionIdOf({ headers }: FastifyRequest): string {
  const read = sessionIdSchema.safeParse(headers['x-session-id']);
  if (read.success) return read.data;
  throw new Fault('INPUT_INVALID', {
    message: 'This request needs the id of a session in the header X-Session-ID.',
    remedy: 'POST /create_session opens one.',
  });
}

function readCreate(body: unknown): ResetRequest {
  const { env_name: name, task_spec: task, split, index, toolset_name: toolset } = parseRequest(createSchema, body);
  if (name != null && name.toLowerCase() !== ENVIRONMENT_NAME)
    throw new Fault('INPUT_INVALID', { message: `The environment of this server is ${ENVIRONMENT_NAME}.` });
  if (toolset != null) throw new Fault('INPUT_INVALID', { message: 'This environment has no toolsets.' });
  const isPlace = split != null && index != null;
  if ((task != null) === isPlace)
    throw new Fault('INPUT_INVALID', { message: 'An episode needs either task_spec, or split and index.' });
  return task == null ? { split, index } : { split: task.split, problem_id: task.problem_id };
}

function toolsOf({ harness }: ShoppingEnvironment) {
  return {
    tools: harness.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: parametersSchema(tool),
    })),
    // A text without calls does not end an episode: models call `terminate`.
    terminal_tool: null,
    supports_score_group: false,
    message_block_types: ['text'],
  };
}
