import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changesRanking } from '../../board/answer-changes.ts';
import { arenaFeed, contestantFeed } from '../../board/notices.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { hotkey } from '../http/hotkey.ts';
import type { Services } from '../start/services.ts';
import { writeAtom } from './write-atom.ts';

/** Feed readers poll every few minutes, and the entries of a feed change only with events. */
const FEED = {
  minAgeMilliseconds: 10_000,
  maxAgeMilliseconds: 60_000,
  staleMilliseconds: 60_000,
  changedBy: changesRanking,
} as const;

/** News for feed readers, without an account. */
export function feedRoutes(server: FastifyInstance, services: Services): void {
  const feed = {
    method: 'GET',
    group: 'public',
    need: 'none',
    cache: FEED,
    mediaType: 'application/atom+xml',
    answer: z.string(),
  } as const;

  addEndpoint(server, services, {
    ...feed,
    path: '/v1/public/feed.atom',
    id: 'get_feed',
    summary: 'Results of races and changes of the champion, as an Atom feed',
    handle: async () =>
      writeAtom({
        title: 'Assay arena',
        self: `${services.publicUrl}/v1/public/feed.atom`,
        site: services.publicUrl,
        entries: await arenaFeed(services.arena),
        now: services.arena.now(),
      }),
  });

  addEndpoint(server, services, {
    ...feed,
    path: '/v1/public/hotkeys/:hotkey/feed.atom',
    id: 'get_hotkey_feed',
    summary: 'Events of the versions and runs of one contestant, as an Atom feed',
    params: z.object({ hotkey }),
    handle: async ({ params }) =>
      writeAtom({
        title: `Assay contestant ${params.hotkey}`,
        self: `${services.publicUrl}/v1/public/hotkeys/${params.hotkey}/feed.atom`,
        site: `${services.publicUrl}/contestants/${params.hotkey}`,
        entries: await contestantFeed(services.arena, params.hotkey),
        now: services.arena.now(),
      }),
  });
}
