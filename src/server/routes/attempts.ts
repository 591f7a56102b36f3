import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changesRanking } from '../../board/answer-changes.ts';
import { type AttemptPage, attemptPage, episodeFeedback, problemPage, problemsOfRun } from '../../board/attempts.ts';
import { versionProbes } from '../../board/versions.ts';
import {
  type AttemptLogWire,
  attemptPageSchema,
  episodeFeedbackSchema,
  pageQuerySchema,
  problemPageQuerySchema,
  problemPageSchema,
  runProblemsSchema,
  uuidSchema,
  versionProbesSchema,
} from '../../board/wire.ts';
import { EvidenceFindings } from '../corpus/evidence-findings.ts';
import { addEndpoint, ONCE_A_SECOND } from '../http/endpoint.ts';
import { blobAddress } from '../http/file-address.ts';
import { isoTime } from '../http/iso-time.ts';
import { viewerOf } from '../http/viewer-of.ts';
import type { Services } from '../start/services.ts';

/** A problem of a public suite has thousands of attempts; they change with runs, races and suites. */
const PROBLEM = {
  minAgeMilliseconds: 1_000,
  maxAgeMilliseconds: 60_000,
  staleMilliseconds: 60_000,
  changedBy: changesRanking,
} as const;

/** Scored and probe attempts, with URLs of their evidence for callers that may read it. */
export function attemptRoutes(server: FastifyInstance, services: Services): void {
  const findings = new EvidenceFindings(services.arena.blobs);
  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/public/evaluation-runs/:eval_run_id/problems/:problem_id',
    id: 'get_attempt',
    group: 'public',
    summary: 'One attempt at one problem, with addresses of its logs for callers who may read them',
    need: 'optional',
    params: z.object({ eval_run_id: uuidSchema, problem_id: uuidSchema }),
    answer: attemptPageSchema,
    handle: async ({ params: { eval_run_id, problem_id }, caller }) => {
      const page = await attemptPage(services.arena, eval_run_id, problem_id, viewerOf(caller));
      const { dialogue, evidence } = page;
      const finding = typeof evidence === 'string' ? null : await findings.of(evidence.sha256);
      return {
        ...page,
        dialogue: logToWire(services, dialogue),
        evidence: logToWire(services, evidence),
        agency: finding && { ...finding.agency },
        filter: finding && { accepted: finding.reasons.length === 0, reasons: [...finding.reasons] },
      };
    },
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/public/evaluation-runs/:eval_run_id/problems',
    id: 'get_evaluation_run_problems',
    group: 'public',
    summary: 'The problems of one run in their order, with results where they may be seen',
    need: 'optional',
    params: z.object({ eval_run_id: uuidSchema }),
    answer: runProblemsSchema,
    cache: ONCE_A_SECOND,
    handle: ({ params: { eval_run_id }, caller }) => problemsOfRun(services.arena, eval_run_id, viewerOf(caller)),
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/public/problems/:problem_id',
    id: 'get_problem',
    group: 'public',
    summary:
      'One problem: its public data, where it was used, and the attempts at it; the answer once it is out of use',
    need: 'optional',
    params: z.object({ problem_id: uuidSchema }),
    query: problemPageQuerySchema,
    answer: problemPageSchema,
    cache: PROBLEM,
    handle: ({ params: { problem_id }, query, caller }) =>
      problemPage(services.arena, problem_id, query, viewerOf(caller)),
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/public/episode-results/:episode_result_id/feedback',
    id: 'get_episode_feedback',
    group: 'public',
    summary: 'One attempt in the format of ORO’s episode feedback',
    need: 'optional',
    params: z.object({ episode_result_id: uuidSchema }),
    answer: episodeFeedbackSchema,
    cache: ONCE_A_SECOND,
    handle: ({ params: { episode_result_id }, caller }) =>
      episodeFeedback(services.arena, episode_result_id, viewerOf(caller)),
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/public/agent-versions/:agent_version_id/probes',
    id: 'get_agent_version_probes',
    group: 'public',
    summary: 'What probe attempts showed, run by run, with addresses of their evidence for callers who may read it',
    need: 'optional',
    params: z.object({ agent_version_id: uuidSchema }),
    query: pageQuerySchema,
    answer: versionProbesSchema,
    handle: async ({ params: { agent_version_id }, query, caller }) => {
      const { reports, ...version } = await versionProbes(services.arena, agent_version_id, query, viewerOf(caller));
      return {
        ...version,
        reports: reports.map(({ probes, ...report }) => ({
          ...report,
          probes: probes.map(({ evidence, ...probe }) => ({ ...probe, evidence: logToWire(services, evidence) })),
        })),
      };
    },
  });
}

function logToWire(services: Services, log: AttemptPage['dialogue']): AttemptLogWire {
  if (typeof log === 'string') return { download_url: null, expires_at: null, sha256: null, bytes: null, missing: log };
  const { bytes, ...file } = log;
  const { url, expiresAt } = blobAddress(services, file);
  return { download_url: url, expires_at: isoTime(expiresAt), sha256: file.sha256, bytes, missing: null };
}
