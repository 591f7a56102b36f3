import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import type { Need } from '../../identity/access.ts';
import type { Caller } from '../../identity/identify-caller.ts';
import type { Event } from '../../store/database.ts';
import type { Services } from '../start/services.ts';
import { AnswerCache, type CacheRules } from './answer-cache.ts';
import { authenticate } from './authenticate.ts';
import type { DescribedBody } from './describe-api.ts';
import { isKnownToClient } from './entity-tag.ts';
import { readJson } from './read-json.ts';
import { SECURITY } from './security.ts';

const domainError = z.looseObject({ detail: z.string(), error_code: z.string() });
const authError = z.object({ detail: z.object({ code: z.string(), message: z.string() }) });
const plainError = z.object({ detail: z.string() });

/** A refusal with its code; identity checks have the code inside `detail`, and the session flow has only a message. */
const domainErrorSchema = z.union([domainError, authError, plainError]);

const fieldError = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
});

/** Which field is invalid and why; a rejected file is a refusal with its findings. */
const validationErrorSchema = z.union([z.object({ detail: z.array(fieldError) }), domainError]);

export type Group = 'health' | 'auth' | 'public' | 'miner' | 'validator' | 'admin' | 'chain' | 'corpus' | 'files';

/**
 * What an endpoint requires of its caller: `none` requires nothing, and `optional` checks a proof of identity if there
 * is one.
 */
export type EndpointNeed = Need | 'none' | 'optional';

interface Asked<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Set if the caller proved ownership of a hotkey. */
  readonly caller: Caller | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface EndpointCache<Params, Query, Answer> extends Omit<CacheRules, 'changedBy'> {
  readonly changedBy?: (event: Event, asked: { readonly params: Params; readonly query: Query }) => boolean;
  /** When an answer becomes outdated, by the arena's clock. */
  readonly expiresAt?: (answer: Answer) => number;
}

export interface Endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Generated clients name their functions after it. */
  readonly id: string;
  readonly group: Group;
  readonly summary: string;
  readonly need: EndpointNeed;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
  /** Media type of an answer that is not JSON. `handle` then returns the text. */
  readonly mediaType?: string;
  /** Defaults to 200; 204 has no body, whatever `handle` returns. */
  readonly status?: 200 | 201 | 204;
  /** Whether the answer may be empty, in which case `handle` sets 204 itself. */
  readonly mayBeEmpty?: boolean;
  readonly bodyLimit?: number;
  /** Caches answers for anonymous callers. Authenticated callers get an answer computed for them. */
  readonly cache?: EndpointCache<z.output<Params>, z.output<Query>, z.input<Answer>>;
  /** Form of a body that is not JSON. For the API description only, because the endpoint parses the body itself. */
  readonly takes?: DescribedBody;
  handle(asked: Asked<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<z.input<Answer> | FastifyReply>;
}

/** For lists that many people reload: computed at most once a second. */
export const ONCE_A_SECOND = { maxAgeMilliseconds: 1_000 } as const;

const caches = new WeakMap<Services, AnswerCache>();

export function cacheOf(services: Services): AnswerCache {
  const cache = caches.get(services) ?? new AnswerCache(services.feed, services.arena.now);
  caches.set(services, cache);
  return cache;
}

const ERRORS: Readonly<Record<number, z.ZodType>> = {
  400: domainErrorSchema,
  401: domainErrorSchema,
  403: domainErrorSchema,
  404: domainErrorSchema,
  405: domainErrorSchema,
  409: domainErrorSchema,
  413: domainErrorSchema,
  414: domainErrorSchema,
  415: domainErrorSchema,
  422: validationErrorSchema,
  429: domainErrorSchema,
  431: domainErrorSchema,
  500: domainErrorSchema,
  502: domainErrorSchema,
  503: domainErrorSchema,
};

export function addEndpoint<
  Params extends z.ZodType = z.ZodUnknown,
  Query extends z.ZodType = z.ZodUnknown,
  Body extends z.ZodType = z.ZodUnknown,
  Answer extends z.ZodType = z.ZodUnknown,
>(server: FastifyInstance, services: Services, endpoint: Endpoint<Params, Query, Body, Answer>): void {
  const { method, path, id, group, summary, need, params, query, body, answer, status = 200, mediaType } = endpoint;
  const schema: FastifySchema = {
    operationId: id,
    tags: [group],
    summary,
    ...(need !== 'none' && { security: SECURITY[need === 'optional' ? 'optional' : 'required'] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(mediaType !== undefined && { produces: [mediaType] }),
    response: {
      ...ERRORS,
      ...(endpoint.mayBeEmpty && { 204: z.undefined() }),
      [status]: status === 204 ? z.undefined() : answer,
    },
  };
  const { cache } = endpoint;
  const answers = cacheOf(services);
  server.route({
    method,
    url: path,
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    schema,
    ...(endpoint.takes !== undefined && { config: { takes: endpoint.takes } }),
    // Before validation, so that an unauthenticated caller learns nothing from schema errors.
    preValidation: [
      ...(need === 'none' ? [] : [authenticate(services, group, need)]),
      ...(body === undefined ? [] : [readJson]),
      refuseUnstorableText,
    ],
    handler: async (request, reply): Promise<unknown> => {
      const asked = {
        params: request.params as z.output<Params>,
        query: request.query as z.output<Query>,
        body: request.body as z.output<Body>,
        caller: request.caller,
        request,
        reply,
      };
      if (cache !== undefined && request.caller === undefined) {
        // The key contains the policy version, because another process may see a policy change later than its event.
        // Unused parameters are left out of the key: otherwise anyone could add one to force a new computation.
        const known = [endpoint.params && asked.params, endpoint.query && asked.query];
        const key = `${id} ${services.policy.version} ${JSON.stringify(known)}`;
        const { changedBy } = cache;
        const rules = changedBy ? { ...cache, changedBy: (event: Event) => changedBy(event, asked) } : cache;
        // Does not depend on the status of this reply: it may already be 304 when an answer is computed for later
        // requests.
        const serialize =
          mediaType === undefined ? (reply.getSerializationFunction(String(status)) ?? JSON.stringify) : String;
        const { body, tag } = await answers.answer(key, rules as CacheRules, async () => {
          const computed = (await endpoint.handle(asked)) as z.input<Answer>;
          return {
            text: String(serialize(computed as Record<string, unknown>)),
            expiresAt: cache.expiresAt?.(computed),
          };
        });
        reply.type(`${mediaType ?? 'application/json'}; charset=utf-8`);
        return isKnownToClient(request, reply, tag) ? reply.send('') : reply.send(body);
      }
      const given = await endpoint.handle(asked);
      if (reply.sent || given === reply) return reply;
      reply.code(reply.statusCode === 200 ? status : reply.statusCode);
      if (mediaType !== undefined) reply.type(`${mediaType}; charset=utf-8`);
      return reply.statusCode === 204 ? reply.send() : given;
    },
  });
}

/** Some databases cannot store NUL or lone surrogates, so they are refused everywhere. */
async function refuseUnstorableText({ params, query, body }: FastifyRequest): Promise<void> {
  for (const part of [params, query, body]) {
    if (part instanceof Uint8Array || isStorable(part)) continue;
    throw new Fault('INPUT_INVALID', {
      message: 'A text in this request contains a NUL character or an unpaired surrogate.',
      remedy: 'Send texts as well-formed Unicode without NUL.',
    });
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}
