import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBanned } from '../../arena/operator.ts';
import type { Bans } from '../../identity/access.ts';
import { type Caller, type Gate, identifyCaller } from '../../identity/identify-caller.ts';
import { refusalBody } from '../../identity/request.ts';
import type { Services } from '../start/services.ts';
import type { EndpointNeed, Group } from './endpoint.ts';
import { limitRate } from './limit-rate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The bytes of the body as they came; a signature may speak about them. */
    rawBody: Uint8Array;
  }
}

/** A hook that answers in the endpoint's place when the caller may not. */
export function authenticate(services: Services, group: Group, need: Exclude<EndpointNeed, 'nobody'>) {
  const gate = gateOf(services, group);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (need === 'whoever' && !offersProof(request)) return undefined;
    const arrived = {
      method: request.method,
      target: request.raw.url ?? request.url,
      headers: request.raw.headersDistinct,
      body: request.rawBody,
    };
    const caller = await identifyCaller(arrived, need === 'whoever' ? 'anyone' : need, gate);
    if (!caller.ok) return await reply.code(caller.status).send(refusalBody(caller));
    request.caller = caller;
    return limitRate(services, request, reply, caller.hotkey);
  };
}

function gateOf({ arena, identity }: Services, group: Group): Gate {
  return { ...identity, bans: bansOf(arena, group), now: () => Date.now() / 1000 };
}

/** Who may not compete may still validate, and the other way round. */
function bansOf(arena: Services['arena'], group: Group): Bans {
  if (group !== 'miner' && group !== 'validator') return { isBanned: async () => false };
  return { isBanned: (hotkey) => isBanned(arena.database.reader, hotkey, group) };
}

function offersProof({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || headers['x-signature'] !== undefined;
}
