import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { clearProfile } from '../../arena/operator.ts';
import { setProfile } from '../../arena/submission.ts';
import { profiles } from '../../board/profiles.ts';
import { ownProfileSchema, profilesQuerySchema, profilesSchema } from '../../board/wire.ts';
import { addEndpoint, ONCE_A_SECOND } from '../http/endpoint.ts';
import { hotkey } from '../http/hotkey.ts';
import type { Services } from '../start/services.ts';

/** Display names and links of contestants and validators. */
export function profileRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/public/profiles',
    id: 'get_profiles',
    group: 'public',
    cache: ONCE_A_SECOND,
    summary: 'Display names and links of up to 100 hotkeys, separated by commas',
    need: 'none',
    query: profilesQuerySchema,
    answer: profilesSchema,
    handle: ({ query }) => profiles(arena, query),
  });

  addEndpoint(server, services, {
    method: 'PUT',
    path: '/v1/profile',
    id: 'set_profile',
    group: 'miner',
    summary: 'Sets the display name and the link of the hotkey that signs, contestant or validator; once an hour',
    need: 'registered',
    body: ownProfileSchema,
    answer: ownProfileSchema,
    handle: async ({ caller, body }) => ({ ...(await setProfile(arena, caller!.hotkey, body)) }),
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/admin/profiles/:hotkey/clear',
    id: 'clear_profile',
    group: 'admin',
    summary: 'Removes the display name and the link of a hotkey',
    need: 'admin',
    params: z.object({ hotkey }),
    body: z.object({ reason: z.string().trim().min(1).max(1_000) }),
    answer: z.object({ hotkey: z.string(), cleared: z.boolean() }),
    handle: async ({ params, body, caller }) => {
      const { cleared } = await clearProfile(arena, params.hotkey, { who: caller!.hotkey, ...body });
      return { hotkey: params.hotkey, cleared };
    },
  });
}
