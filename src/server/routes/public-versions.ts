import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changesVersionProblems } from '../../board/answer-changes.ts';
import { artifactFor } from '../../board/attempts.ts';
import { hotkeyPage } from '../../board/hotkey-page.ts';
import { runDetail } from '../../board/runs.ts';
import {
  findIds,
  versionAgreement,
  versionProblems,
  versionPublic,
  versionRuns,
  versionStatus,
} from '../../board/versions.ts';
import {
  artifactDownloadSchema,
  artifactRequestSchema,
  foundIdsSchema,
  hotkeyPageSchema,
  idPrefixQuerySchema,
  pageQuerySchema,
  runDetailSchema,
  runsSchema,
  uuidSchema,
  versionAgreementSchema,
  versionProblemsQuerySchema,
  versionProblemsSchema,
  versionPublicSchema,
  versionStatusSchema,
} from '../../board/wire.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { blobAddress } from '../http/file-address.ts';
import { isoTime } from '../http/iso-time.ts';
import { viewerOf } from '../http/viewer-of.ts';
import type { Services } from '../start/services.ts';
import { sendBlob } from './files.ts';

/** Public data of one version, run or contestant; authenticated callers also see their own private data. */
export function publicVersionRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;
  const open = { method: 'GET', group: 'public', need: 'none' } as const;
  const mine = { method: 'GET', group: 'public', need: 'optional' } as const;
  const params = z.object({ agent_version_id: uuidSchema });

  addEndpoint(server, services, {
    ...mine,
    path: '/v1/public/ids',
    id: 'find_ids',
    summary: 'Versions and races whose ids begin with a prefix; for operators also runs',
    query: idPrefixQuerySchema,
    answer: foundIdsSchema,
    handle: ({ query, caller }) => findIds(arena, query.prefix, viewerOf(caller)),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/agent-versions/:agent_version_id',
    id: 'get_agent_version',
    summary: 'A version whose code is released',
    params,
    answer: versionPublicSchema,
    handle: ({ params: { agent_version_id } }) => versionPublic(arena, agent_version_id),
  });

  addEndpoint(server, services, {
    ...mine,
    path: '/v1/public/agent-versions/:agent_version_id/code',
    id: 'get_released_code',
    summary: 'The code of a released version; of one that is not, for its owner',
    params,
    answer: z.unknown(),
    handle: async ({ params: { agent_version_id }, caller, reply }) => {
      const request = { artifact_type: 'AGENT_CODE', agent_version_id } as const;
      return await sendBlob(reply, services, await artifactFor(arena, request, viewerOf(caller)));
    },
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/agent-versions/:agent_version_id/status',
    id: 'get_agent_version_status',
    summary: 'Status of a version',
    params,
    answer: versionStatusSchema,
    handle: ({ params: { agent_version_id } }) => versionStatus(arena, agent_version_id),
  });

  addEndpoint(server, services, {
    ...mine,
    path: '/v1/public/agent-versions/:agent_version_id/runs',
    id: 'get_agent_version_runs',
    summary: 'Its runs, validator by validator',
    params,
    query: pageQuerySchema,
    answer: runsSchema,
    handle: ({ params: { agent_version_id }, query, caller }) =>
      versionRuns(arena, agent_version_id, query, viewerOf(caller)),
  });

  addEndpoint(server, services, {
    ...mine,
    path: '/v1/public/agent-versions/:agent_version_id/problems',
    id: 'get_agent_version_problems',
    summary: 'Its results, problem by validator',
    params,
    query: versionProblemsQuerySchema,
    answer: versionProblemsSchema,
    cache: {
      maxAgeMilliseconds: 60_000,
      changedBy: (event, { params: { agent_version_id } }) => changesVersionProblems(event, agent_version_id),
    },
    handle: ({ params: { agent_version_id }, query, caller }) =>
      versionProblems(arena, agent_version_id, query, viewerOf(caller)),
  });

  addEndpoint(server, services, {
    ...mine,
    path: '/v1/public/agent-versions/:agent_version_id/agreement',
    id: 'get_agent_version_agreement',
    summary: 'Agreement between validators, pair by pair',
    params,
    answer: versionAgreementSchema,
    handle: ({ params: { agent_version_id }, caller }) => versionAgreement(arena, agent_version_id, viewerOf(caller)),
  });

  addEndpoint(server, services, {
    ...mine,
    path: '/v1/public/evaluation-runs/:eval_run_id',
    id: 'get_evaluation_run',
    summary: 'One run',
    params: z.object({ eval_run_id: uuidSchema }),
    answer: runDetailSchema,
    handle: ({ params: { eval_run_id }, caller }) => runDetail(arena, eval_run_id, viewerOf(caller)),
  });

  addEndpoint(server, services, {
    ...mine,
    path: '/v1/public/hotkeys/:hotkey',
    id: 'get_hotkey',
    summary: 'Everything public about one contestant on one page',
    params: z.object({ hotkey: z.string().max(64) }),
    query: pageQuerySchema,
    answer: hotkeyPageSchema,
    handle: ({ params: { hotkey }, query, caller }) => hotkeyPage(arena, hotkey, query, viewerOf(caller)),
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/public/artifacts/download-url',
    id: 'get_artifact_download_url',
    group: 'public',
    summary: 'An address under which an artifact can be fetched for ten minutes',
    need: 'optional',
    body: artifactRequestSchema,
    answer: artifactDownloadSchema,
    handle: async ({ body, caller }) => {
      const { url, expiresAt } = blobAddress(services, await artifactFor(arena, body, viewerOf(caller)));
      return { download_url: url, expires_at: isoTime(expiresAt) };
    },
  });
}
