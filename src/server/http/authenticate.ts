import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBanned } from '../../arena/operator.ts';
import { Fault } from '../../fault/fault.ts';
import type { Bans } from '../../identity/access.ts';
import { type Caller, type CallerServices, identifyCaller } from '../../identity/identify-caller.ts';
import { refusalBody } from '../../identity/request.ts';
import type { Services } from '../start/services.ts';
import type { EndpointNeed, Group } from './endpoint.ts';
import { limitRate } from './limit-rate.ts';
import { cookieToken, takesSessionForAnother } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The body bytes as received; a signature may cover them. */
    rawBody: Uint8Array;
  }
}

/** A hook that answers instead of the endpoint if the caller is not allowed. */
export function authenticate(services: Services, group: Group, need: Exclude<EndpointNeed, 'none'>) {
  const gate = gateOf(services, group, need);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const token = offersProof(request) ? undefined : cookieToken(request);
    if (need === 'optional' && token === undefined && !offersProof(request)) return undefined;
    const { headersDistinct } = request.raw;
    const arrived = {
      method: request.method,
      target: request.raw.url ?? request.url,
      headers: token === undefined ? headersDistinct : { ...headersDistinct, authorization: [`Bearer ${token}`] },
      body: request.rawBody,
    };
    const caller = await identifyCaller(arrived, need === 'optional' ? 'anyone' : need, gate);
    // A page cannot omit its cookie, so an ended session must not block public data.
    if (!caller.ok && need === 'optional' && token !== undefined) return undefined;
    if (!caller.ok) return await reply.code(caller.status).send(refusalBody(caller));
    if (token !== undefined && takesSessionForAnother(request, caller.hotkey)) {
      throw new Fault('SESSION_CHANGED', { message: 'Another hotkey signed in to this arena in this browser.' });
    }
    request.caller = caller;
    return limitRate(services, request, reply, caller.hotkey);
  };
}

function gateOf({ arena, identity }: Services, group: Group, need: EndpointNeed): CallerServices {
  return { ...identity, bans: bansOf(arena, group, need), now: () => Date.now() / 1000 };
}

/**
 * A hotkey banned as a contestant may still validate, and vice versa. Bans do not apply to endpoints that anyone may
 * use.
 */
function bansOf(arena: Services['arena'], group: Group, need: EndpointNeed): Bans {
  if ((group !== 'miner' && group !== 'validator') || need === 'anyone') return { isBanned: async () => false };
  return { isBanned: (hotkey) => isBanned(arena.database.reader, hotkey, group) };
}

function offersProof({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || headers['x-signature'] !== undefined;
}
