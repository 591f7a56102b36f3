import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { reportAgency, wantedProbes } from '../../arena/agency.ts';
import { missingProvider, tokenFor } from '../../arena/credentials.ts';
import {
  type ClaimedWork,
  claimWork,
  completeRun,
  heartbeat,
  noteSignedRequest,
  presignUpload,
  recordProgress,
  resumeClaim,
  runProblems,
} from '../../arena/queue.ts';
import {
  agencyAnswerSchema,
  agencyReportSchema,
  claimedWorkSchema,
  completedRunSchema,
  leaseSchema,
  presignAnswerSchema,
  presignSchema,
  progressAnswerSchema,
  progressSchema,
  runCompletionSchema,
  runProblemsSchema,
  workReportSchema,
} from '../../arena/wire.ts';
import type { Caller } from '../../identity/identify-caller.ts';
import { VERSION_2_LINE } from '../../identity/request.ts';
import { settledChoice } from '../../problems/open-titles.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { codeAddress, uploadAddress } from '../http/file-address.ts';
import { isoTime } from '../http/iso-time.ts';
import type { Services } from '../start/services.ts';

const runParams = z.object({ eval_run_id: z.uuid() });
const RUN = '/v1/validator/evaluation-runs/:eval_run_id';
/** `complete` bodies are small; progress bodies contain the judge's text for every problem. */
const PROGRESS_BYTES = 4 * 1024 ** 2;

export function validatorRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;
  /** Signatures of version 1 cover too little to be published. */
  const publicProof = ({ proof }: Caller) => (proof?.message.startsWith(VERSION_2_LINE) ? proof : undefined);

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/validator/work/claim',
    id: 'claim_work',
    group: 'validator',
    summary: 'Claims a run and a lease on it; 204 if there is no work',
    need: 'validator',
    body: workReportSchema.nullish(),
    answer: claimedWorkSchema,
    mayBeEmpty: true,
    handle: async ({ caller, body, reply }) => {
      const proof = publicProof(caller!);
      if (proof !== undefined) await noteSignedRequest(arena, caller!.hotkey, proof);
      const work = await claimWork(arena, caller!.hotkey, body ?? undefined);
      if (work === undefined) return await reply.code(204).send();
      return await claimedToWire(services, work, caller!.hotkey);
    },
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: RUN,
    id: 'resume_claim',
    group: 'validator',
    summary: 'Repeats the response to a claim, for the validator that holds the run',
    need: 'validator',
    params: runParams,
    answer: claimedWorkSchema,
    handle: async ({ caller, params, reply }) => {
      reply.header('cache-control', 'no-store');
      const work = await resumeClaim(arena, caller!.hotkey, params.eval_run_id);
      return await claimedToWire(services, work, caller!.hotkey);
    },
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: `${RUN}/heartbeat`,
    id: 'heartbeat',
    group: 'validator',
    summary: 'Extends the lease',
    need: 'validator',
    params: runParams,
    body: workReportSchema.nullish(),
    answer: leaseSchema,
    handle: async ({ caller, params, body }) => {
      const { eval_run_id } = params;
      const lease = await heartbeat(arena, caller!.hotkey, eval_run_id, body ?? undefined, publicProof(caller!));
      return { lease_expires_at: isoTime(lease.leaseExpiresAt) };
    },
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: `${RUN}/problems`,
    id: 'get_run_problems',
    group: 'validator',
    summary: 'The problems of a run that you hold the lease of, with answers',
    need: 'validator',
    params: runParams,
    answer: runProblemsSchema,
    handle: async ({ caller, params, reply }) => {
      reply.header('cache-control', 'no-store');
      return { problems: await runProblems(arena, caller!.hotkey, params.eval_run_id) };
    },
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: `${RUN}/progress`,
    id: 'update_progress',
    group: 'validator',
    summary: 'Results so far, problem by problem',
    need: 'validator',
    params: runParams,
    body: progressSchema,
    bodyLimit: PROGRESS_BYTES,
    answer: progressAnswerSchema,
    handle: async ({ caller, params, body }) =>
      await recordProgress(arena, caller!.hotkey, params.eval_run_id, body.problems),
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: `${RUN}/complete`,
    id: 'complete_run',
    group: 'validator',
    summary: 'Ends a run; later reports are ignored',
    need: 'validator',
    params: runParams,
    body: runCompletionSchema,
    answer: completedRunSchema,
    handle: async ({ caller, params, body }) => {
      const completed = await completeRun(arena, caller!.hotkey, params.eval_run_id, body);
      return {
        eval_run_id: completed.runId,
        status: completed.status,
        work_item: {
          included_success_count: completed.workItem.includedSuccessCount,
          required_successes: completed.workItem.requiredSuccesses,
          is_closed: completed.workItem.isClosed,
        },
        agent_version_became_eligible: completed.becameEligible,
        final_score: completed.finalScore,
      };
    },
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: `${RUN}/agency`,
    id: 'report_agency',
    group: 'validator',
    summary: 'Results of the probe attempts of a run: who decides; the first report counts',
    need: 'validator',
    params: runParams,
    body: agencyReportSchema,
    answer: agencyAnswerSchema,
    handle: async ({ caller, params, body }) => await reportAgency(arena, caller!.hotkey, params.eval_run_id, body),
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/validator/uploads/presign',
    id: 'presign_upload',
    group: 'validator',
    summary: 'An upload address for the log of one problem',
    need: 'validator',
    body: presignSchema,
    answer: presignAnswerSchema,
    handle: async ({ caller, body }) => {
      const upload = await presignUpload(arena, caller!.hotkey, {
        runId: body.eval_run_id,
        problemId: body.problem_id,
        contentLength: body.content_length,
        contentType: body.content_type,
      });
      return {
        upload_url: uploadAddress(services, upload.ticket),
        results_s3_key: upload.uploadKey,
        expires_at: isoTime(upload.expiresAt),
        method: 'PUT' as const,
      };
    },
  });
}

async function claimedToWire(
  services: Services,
  work: ClaimedWork,
  validator: string,
): Promise<z.input<typeof claimedWorkSchema>> {
  const { arena, providers } = services;
  const token = await tokenFor(arena, providers, work.minerHotkey);
  const { minerHotkey: hotkey, agentVersionId } = work;
  const missing = token === null ? await missingProvider(arena, { hotkey, agentVersionId }) : undefined;
  return {
    eval_run_id: work.runId,
    agent_version_id: work.agentVersionId,
    suite_id: work.suiteId,
    lease_expires_at: isoTime(work.leaseExpiresAt),
    code_download_url: codeAddress(services, work.agentVersionId),
    inference_token: token && { ...token, expires_at: isoTime(work.leaseExpiresAt) },
    chutes_access_token: token?.provider === 'chutes' ? token.access_token : null,
    ...(missing !== undefined && { provider_missing: missing }),
    phase: work.phase,
    code_sha256: work.codeSha256,
    heartbeat_seconds: arena.policy.queue.heartbeatSeconds,
    titles: settledChoice(arena.policy.titles),
    probes: await wantedProbes(arena, { agentVersionId, runId: work.runId, hotkey: validator }),
    excuses: { share: arena.policy.excuses.share },
  };
}
