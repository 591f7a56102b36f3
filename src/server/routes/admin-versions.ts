import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { setChampion } from '../../arena/champion.ts';
import {
  cancelVersion,
  clearFlag,
  discardVersion,
  eliminateVersion,
  invalidateRun,
  reevaluateVersion,
  reinstateElimination,
  reinstateVersion,
} from '../../arena/operator.ts';
import { artifactFor } from '../../board/attempts.ts';
import { leasedRun } from '../../board/runs.ts';
import { leasedRunSchema, uuidSchema } from '../../board/wire.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { blobAddress } from '../http/file-address.ts';
import { isoTime } from '../http/iso-time.ts';
import { viewerOf } from '../http/viewer-of.ts';
import type { Services } from '../start/services.ts';

const reason = z.string().trim().min(1).max(1_000);
const optionalReason = z.string().trim().max(1_000).nullish();
const suiteId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
  .nullish();
const VERSION = '/v1/admin/agent-versions/:agent_version_id';

/** Operator actions on a version or a run. Each needs a reason and is recorded in the public ledger. */
export function adminVersionRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;
  const act = {
    method: 'POST',
    group: 'admin',
    need: 'admin',
    params: z.object({ agent_version_id: uuidSchema }),
  } as const;

  addEndpoint(server, services, {
    ...act,
    method: 'GET',
    path: `${VERSION}/code`,
    id: 'get_agent_version_code',
    summary: 'The code of any version, for review',
    answer: z.object({ download_url: z.string(), agent_version_id: uuidSchema, agent_name: z.string() }),
    handle: async ({ params: { agent_version_id }, caller }) => {
      const request = { artifact_type: 'AGENT_CODE', agent_version_id } as const;
      const { url } = blobAddress(services, await artifactFor(arena, request, viewerOf(caller)));
      const { name } = await arena.database.reader
        .selectFrom('agent_versions')
        .innerJoin('agents', 'agents.agent_id', 'agent_versions.agent_id')
        .select('agents.name')
        .where('agent_version_id', '=', agent_version_id)
        .executeTakeFirstOrThrow();
      return { download_url: url, agent_version_id, agent_name: name };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: `${VERSION}/cancel`,
    id: 'cancel_agent_version',
    summary: 'Cancels a version: removes it from the queue',
    body: z.object({ reason }),
    answer: z.object({ agent_version_id: uuidSchema, cancelled_runs: z.int() }),
    handle: async ({ params: { agent_version_id }, body, caller }) => {
      const { cancelledRuns } = await cancelVersion(arena, agent_version_id, { who: caller!.hotkey, ...body });
      return { agent_version_id, cancelled_runs: cancelledRuns };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: `${VERSION}/clear-flag`,
    id: 'clear_agent_version_flag',
    summary: 'Clears a flag; a version that was held as a copy is evaluated',
    body: z.object({ reason }),
    answer: z.object({ agent_version_id: uuidSchema, is_queued: z.boolean() }),
    handle: async ({ params: { agent_version_id }, body, caller }) => {
      const { isQueued } = await clearFlag(arena, agent_version_id, { who: caller!.hotkey, ...body });
      return { agent_version_id, is_queued: isQueued };
    },
  });

  const discarded = z.object({ agent_version_id: uuidSchema, suite_id: z.int(), is_discarded: z.boolean() });

  addEndpoint(server, services, {
    ...act,
    path: `${VERSION}/discard`,
    id: 'discard_agent_version',
    summary: 'Discards a version: removes it from the leaderboard',
    body: z.object({ reason, suite_id: suiteId }),
    answer: discarded,
    handle: async ({ params: { agent_version_id }, body, caller }) => {
      const mark = { who: caller!.hotkey, reason: body.reason, suiteId: body.suite_id ?? null };
      const marked = await discardVersion(arena, agent_version_id, mark);
      return { agent_version_id, suite_id: marked.suiteId, is_discarded: true };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: `${VERSION}/reinstate`,
    id: 'reinstate_agent_version',
    summary: 'Undoes a discard',
    body: z.object({ reason: optionalReason, suite_id: suiteId }).nullish(),
    answer: discarded,
    handle: async ({ params: { agent_version_id }, body, caller }) => {
      const mark = {
        who: caller!.hotkey,
        reason: body?.reason || 'The discard was undone',
        suiteId: body?.suite_id ?? null,
      };
      const marked = await reinstateVersion(arena, agent_version_id, mark);
      return { agent_version_id, suite_id: marked.suiteId, is_discarded: false };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: `${VERSION}/eliminate`,
    id: 'eliminate_agent_version',
    summary: 'Keeps a version out of races',
    body: z.object({ reason, suite_id: suiteId }),
    answer: z.object({ agent_version_id: uuidSchema, suite_id: z.int(), eliminated_at: z.string() }),
    handle: async ({ params: { agent_version_id }, body, caller }) => {
      const mark = { who: caller!.hotkey, reason: body.reason, suiteId: body.suite_id ?? null };
      const marked = await eliminateVersion(arena, agent_version_id, mark);
      return { agent_version_id, suite_id: marked.suiteId, eliminated_at: isoTime(marked.markedAt ?? arena.now()) };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: `${VERSION}/reinstate-elimination`,
    id: 'reinstate_elimination',
    summary: 'Lets a version race again',
    body: z.object({ reason: optionalReason, suite_id: suiteId }).nullish(),
    answer: z.object({ agent_version_id: uuidSchema, suite_id: z.int() }),
    handle: async ({ params: { agent_version_id }, body, caller }) => {
      const undone = body?.reason || 'The elimination was undone';
      const mark = { who: caller!.hotkey, reason: undone, suiteId: body?.suite_id ?? null };
      const marked = await reinstateElimination(arena, agent_version_id, mark);
      return { agent_version_id, suite_id: marked.suiteId };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: `${VERSION}/reevaluate`,
    id: 'reevaluate_agent_version',
    summary: 'Evaluates a version again',
    body: z.object({ reason, suite_id: suiteId, required_successes: z.int().min(1).max(20).nullish() }),
    answer: z.object({ agent_version_id: uuidSchema }),
    handle: async ({ params: { agent_version_id }, body, caller }) => {
      await reevaluateVersion(arena, agent_version_id, {
        who: caller!.hotkey,
        reason: body.reason,
        suiteId: body.suite_id ?? null,
        requiredSuccesses: body.required_successes ?? null,
      });
      return { agent_version_id };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: `${VERSION}/set-top`,
    id: 'set_top_agent',
    summary: 'Makes a version champion',
    body: z.object({ suite_id: suiteId, force: z.boolean().default(false) }).nullish(),
    answer: z.object({
      agent_version_id: uuidSchema,
      suite_id: z.int(),
      top_at: z.string(),
      previous_top_agent_version_id: uuidSchema.nullable(),
    }),
    handle: async ({ params: { agent_version_id }, body, caller }) => {
      const top = await setChampion(arena, {
        agentVersionId: agent_version_id,
        who: caller!.hotkey,
        force: body?.force ?? false,
        ...(body?.suite_id != null && { suiteId: body.suite_id }),
      });
      return {
        agent_version_id,
        suite_id: top.suiteId,
        top_at: isoTime(top.topAt),
        previous_top_agent_version_id: top.previousTopVersionId,
      };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: '/v1/admin/evaluation-runs/:eval_run_id/invalidate',
    id: 'invalidate_evaluation_run',
    summary: 'Invalidates a run; scores that it was part of are computed again',
    params: z.object({ eval_run_id: uuidSchema }),
    body: z.object({ reason }),
    answer: leasedRunSchema,
    handle: async ({ params: { eval_run_id }, body, caller }) => {
      await invalidateRun(arena, eval_run_id, { who: caller!.hotkey, ...body });
      return await leasedRun(arena, eval_run_id, viewerOf(caller));
    },
  });
}
