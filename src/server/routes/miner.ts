import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pinVersion, unpinVersion } from '../../arena/race.ts';
import { checkAgent, LICENCES, licenceSchema, parseLicence, submitAgent } from '../../arena/submission.ts';
import { minerAgents, minerVersions, ownIds, ownVersionStatus } from '../../board/versions.ts';
import {
  checkAnswerSchema,
  idPrefixQuerySchema,
  minerAgentsSchema,
  minerVersionsSchema,
  ownIdsSchema,
  ownVersionStatusSchema,
  pageQuerySchema,
  queuePositionSchema,
  uuidSchema,
} from '../../board/wire.ts';
import { Fault } from '../../fault/fault.ts';
import type { DescribedBody } from '../http/describe-api.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { readForm } from '../http/read-form.ts';
import { viewerOf } from '../http/viewer-of.ts';
import type { Services } from '../start/services.ts';

/** Allowance for the form fields around a file. */
const FORM_BYTES = 64 * 1024;

const submissionAnswer = z.object({
  admission_status: z.enum(['ACCEPTED', 'REJECTED']),
  hotkey: z.string(),
  agent_id: uuidSchema.nullable(),
  agent_version_id: uuidSchema.nullable(),
  admission_reason: z.string().nullable(),
  next_allowed_at: z.string().nullable(),
  message: z.string(),
  is_flagged: z.boolean(),
  is_duplicate: z.boolean(),
  licence: licenceSchema.nullable(),
  licence_is_default: z.boolean(),
  queue: queuePositionSchema,
});

export function minerRoutes(server: FastifyInstance, services: Services): void {
  const { arena, analyse, check: analyseForCheck, metrics } = services;
  const bodyLimit = arena.policy.submissions.maxBytes + FORM_BYTES;
  const form = {
    method: 'POST',
    group: 'miner',
    need: 'registered',
    bodyLimit,
  } as const;
  const read = { method: 'GET', group: 'miner', need: 'registered' } as const;

  addEndpoint(server, services, {
    ...form,
    path: '/v1/miner/submit',
    id: 'submit_agent',
    summary:
      'Submits an agent: a form with agent_name, file and an optional licence; Idempotency-Key makes retries safe',
    takes: formWith(['agent_name', 'file'], ['licence']),
    answer: submissionAnswer,
    handle: async ({ caller, request }) => {
      const { text, file } = await readForm(request);
      const key = request.headers['idempotency-key'];
      const licence = text('licence');
      const submission = {
        hotkey: caller!.hotkey,
        agentName: part('agent_name', text('agent_name')),
        file: part('file', await file('file')),
        ...(typeof key === 'string' && { idempotencyKey: key }),
        ...(licence !== undefined && { licence: parseLicence(licence) }),
      };
      try {
        const answer = await submitAgent(arena, submission, { analyse });
        metrics.submissions.inc({ outcome: answer.is_duplicate ? 'duplicate' : 'accepted' });
        return answer;
      } catch (error) {
        metrics.submissions.inc({ outcome: Fault.isInstance(error) ? error.code : 'DEFECT' });
        throw error;
      }
    },
  });

  addEndpoint(server, services, {
    ...form,
    path: '/v1/miner/check',
    id: 'check_agent',
    summary: 'Checks a file as a submission would, at no cost',
    takes: formWith(['file']),
    answer: checkAnswerSchema,
    handle: async ({ request }) => {
      const { file } = await readForm(request);
      const { violations, ...check } = await checkAgent(part('file', await file('file')), analyseForCheck);
      return { ...check, violations: [...violations] };
    },
  });

  addEndpoint(server, services, {
    ...read,
    path: '/v1/miner/agents',
    id: 'list_miner_agents',
    summary: 'Your agents, and the time of your next possible submission',
    query: pageQuerySchema,
    answer: minerAgentsSchema,
    handle: ({ caller, query }) => minerAgents(arena, caller!.hotkey, query),
  });

  addEndpoint(server, services, {
    ...read,
    path: '/v1/miner/agents/:agent_id/versions',
    id: 'list_agent_versions',
    summary: 'Versions of one agent, the newest first',
    params: z.object({ agent_id: uuidSchema }),
    query: pageQuerySchema,
    answer: minerVersionsSchema,
    handle: ({ caller, params, query }) =>
      minerVersions(arena, { hotkey: caller!.hotkey, agentId: params.agent_id }, query),
  });

  addEndpoint(server, services, {
    ...read,
    path: '/v1/miner/agent-versions/:agent_version_id',
    id: 'get_owned_agent_version_status',
    summary: 'Your version: state, place in the queue, findings, failures and their owners',
    params: z.object({ agent_version_id: uuidSchema }),
    answer: ownVersionStatusSchema,
    handle: ({ caller, params }) => ownVersionStatus(arena, params.agent_version_id, viewerOf(caller)),
  });

  addEndpoint(server, services, {
    ...read,
    path: '/v1/miner/ids',
    id: 'find_own_ids',
    summary: 'Your versions and attempts whose ids begin with a prefix',
    query: idPrefixQuerySchema,
    answer: ownIdsSchema,
    handle: ({ caller, query }) => ownIds(arena, caller!.hotkey, query.prefix),
  });

  addEndpoint(server, services, {
    method: 'PUT',
    path: '/v1/miner/race-selection',
    id: 'set_race_selection',
    group: 'miner',
    summary: 'Chooses the version that races',
    need: 'registered',
    body: z.object({ agent_version_id: uuidSchema }),
    status: 204,
    answer: z.undefined(),
    handle: async ({ caller, body }) => {
      await pinVersion(arena, caller!.hotkey, body.agent_version_id);
      return undefined;
    },
  });

  addEndpoint(server, services, {
    method: 'DELETE',
    path: '/v1/miner/race-selection',
    id: 'clear_race_selection',
    group: 'miner',
    summary: 'Lets the best version race again',
    need: 'registered',
    status: 204,
    answer: z.undefined(),
    handle: async ({ caller }) => {
      await unpinVersion(arena, caller!.hotkey);
      return undefined;
    },
  });
}

type FormPart = 'agent_name' | 'file' | 'licence';

const FORM_PARTS: Readonly<Record<FormPart, object>> = {
  agent_name: { type: 'string' },
  file: { type: 'string', contentMediaType: 'text/x-python' },
  licence: { type: 'string', enum: LICENCES },
};

function formWith(required: readonly FormPart[], optional: readonly FormPart[] = []): DescribedBody {
  const properties = Object.fromEntries([...required, ...optional].map((name) => [name, FORM_PARTS[name]]));
  return { type: 'multipart/form-data', schema: { type: 'object', properties, required } };
}

function part<T>(name: string, value: T | undefined): T {
  if (value !== undefined) return value;
  throw new Fault('MISSING_PARAMETER', { message: `The form has no part “${name}”.` });
}
