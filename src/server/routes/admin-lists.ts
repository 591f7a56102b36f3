import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  adminFaults,
  adminLicences,
  adminMiners,
  adminRaces,
  adminRuns,
  adminValidators,
  adminVersions,
  auditEvents,
  flaggedSubmissions,
  nearCopyReview,
  raceDiagnostics,
  stuckWork,
} from '../../board/admin.ts';
import {
  adminBankSchema,
  adminFaultsQuerySchema,
  adminFaultsSchema,
  adminLicencesSchema,
  adminMinersQuerySchema,
  adminMinersSchema,
  adminRacesSchema,
  adminRunsQuerySchema,
  adminRunsSchema,
  adminValidatorsQuerySchema,
  adminValidatorsSchema,
  adminVersionsQuerySchema,
  adminVersionsSchema,
  auditEventsQuerySchema,
  auditEventsSchema,
  flaggedSchema,
  nearCopiesQuerySchema,
  nearCopiesSchema,
  pageQuerySchema,
  raceDiagnosticsSchema,
  stuckQuerySchema,
  stuckSchema,
  uuidSchema,
} from '../../board/wire.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { isoTime } from '../http/iso-time.ts';
import type { Services } from '../start/services.ts';

/** Lists that only operators may read. */
export function adminListRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;
  const list = { method: 'GET', group: 'admin', need: 'admin' } as const;

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/agent-versions',
    id: 'list_admin_agent_versions',
    summary: 'Versions with the state of their work',
    query: adminVersionsQuerySchema,
    answer: adminVersionsSchema,
    handle: ({ query }) => adminVersions(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/evaluation-runs',
    id: 'list_evaluation_runs',
    summary: 'Runs in full detail',
    query: adminRunsQuerySchema,
    answer: adminRunsSchema,
    handle: ({ query }) => adminRuns(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/miners',
    id: 'list_miners',
    summary: 'Contestants, banned ones included',
    query: adminMinersQuerySchema,
    answer: adminMinersSchema,
    handle: ({ query }) => adminMiners(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/validators',
    id: 'list_validators',
    summary: 'Validators, banned ones included',
    query: adminValidatorsQuerySchema,
    answer: adminValidatorsSchema,
    handle: ({ query }) => adminValidators(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/audit-events',
    id: 'get_audit_events',
    summary: 'The ledger, by action, target and actor',
    query: auditEventsQuerySchema,
    answer: auditEventsSchema,
    handle: ({ query }) => auditEvents(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/races/current',
    id: 'get_current_races',
    summary: 'Races that are not over',
    answer: adminRacesSchema,
    handle: () => adminRaces(arena),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/races/:race_id/diagnostics',
    id: 'get_race_diagnostics',
    summary: 'A race with its work items and scores so far',
    params: z.object({ race_id: uuidSchema }),
    answer: raceDiagnosticsSchema,
    handle: ({ params }) => raceDiagnostics(arena, params.race_id),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/submissions/flagged',
    id: 'list_flagged_submissions',
    summary: 'Versions flagged for review',
    query: pageQuerySchema,
    answer: flaggedSchema,
    handle: ({ query }) => flaggedSubmissions(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/licences',
    id: 'list_licences',
    summary: 'Licences that contestants chose for training data from their attempts, by the hash of the file',
    answer: adminLicencesSchema,
    handle: () => adminLicences(arena),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/submissions/near-copies',
    id: 'list_near_copies',
    summary: 'Versions that resemble another contestant’s, with the lines',
    query: nearCopiesQuerySchema,
    answer: nearCopiesSchema,
    handle: ({ query }) => nearCopyReview(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/bank',
    id: 'get_bank_status',
    summary: 'How many races the hidden problems are enough for, and warnings',
    answer: adminBankSchema,
    handle: async () => {
      const { retireAfterDraws, restRaces, lowRaces } = arena.policy.bank;
      const status = await services.bank.status();
      return {
        exists: status !== undefined,
        problems: status?.problems ?? 0,
        drawable: status?.drawable ?? 0,
        resting: status?.resting ?? 0,
        rest_races: restRaces,
        races_left: status?.racesLeft ?? 0,
        low_races: lowRaces,
        retire_after_draws: retireAfterDraws,
        warnings: [...(status?.warnings ?? [])],
      };
    },
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/faults',
    id: 'list_faults',
    summary: 'Runs that ended without a score, counted by owner of the failure',
    query: adminFaultsQuerySchema,
    answer: adminFaultsSchema,
    handle: ({ query }) => adminFaults(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/stuck',
    id: 'list_stuck',
    summary: 'Work that has waited too long, with reason and remedy',
    query: stuckQuerySchema,
    answer: stuckSchema,
    handle: ({ query }) => stuckWork(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/reaper/stats',
    id: 'get_reaper_stats',
    summary: 'Status of housekeeping in this process',
    answer: z.object({
      enabled: z.boolean(),
      is_running: z.boolean(),
      runs_reaped_total: z.int(),
      runs_reaped_last_cycle: z.int(),
      last_cycle_duration_ms: z.number(),
      error_count: z.int(),
      redis_error_count: z.int(),
      interval_seconds: z.int(),
      last_run_at: z.string().nullable(),
    }),
    handle: async () => {
      const { leads, failures, lastRoundAt, lastRoundMilliseconds, intervalMilliseconds } =
        services.housekeeping.status;
      const { total, lastRound } = services.reaped;
      return {
        enabled: true,
        is_running: leads,
        runs_reaped_total: total,
        runs_reaped_last_cycle: lastRound,
        last_cycle_duration_ms: lastRoundMilliseconds,
        error_count: failures,
        redis_error_count: 0,
        interval_seconds: Math.max(1, Math.round(intervalMilliseconds / 1000)),
        last_run_at: lastRoundAt === undefined ? null : isoTime(lastRoundAt),
      };
    },
  });
}
