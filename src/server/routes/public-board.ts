import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changesAgreement, changesRanking, changesTop } from '../../board/answer-changes.ts';
import {
  inferenceModels,
  leaderboard,
  leaderboardCsv,
  rankedInferenceModels,
  topAgent,
  topHistory,
  topMinerPayout,
  wholeLeaderboard,
} from '../../board/leaderboard.ts';
import { arenaOverview } from '../../board/overview.ts';
import {
  audits,
  pendingEvaluations,
  runningEvaluations,
  trajectoryHistory,
  validatorAgreement,
  validatorPage,
  validators,
} from '../../board/runs.ts';
import { currentSuite, suiteProblems, suites } from '../../board/suites.ts';
import {
  arenaOverviewSchema,
  auditsQuerySchema,
  auditsSchema,
  inferenceModelsSchema,
  leaderboardExportQuerySchema,
  leaderboardQuerySchema,
  leaderboardSchema,
  pageQuerySchema,
  pendingQuerySchema,
  pendingSchema,
  rankedInferenceModelsSchema,
  runningEvaluationsSchema,
  suiteIdQuerySchema,
  suiteProblemsQuerySchema,
  suiteProblemsSchema,
  suiteSchema,
  suitesSchema,
  topHistoryQuerySchema,
  topHistorySchema,
  topPayoutSchema,
  topSchema,
  trajectoryHistorySchema,
  validatorPageSchema,
  validatorsSchema,
  wholeLeaderboardSchema,
} from '../../board/wire.ts';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { CacheRules } from '../http/answer-cache.ts';
import { addEndpoint, cacheOf, ONCE_A_SECOND } from '../http/endpoint.ts';
import { SealedSuites } from '../http/sealed-suites.ts';
import { arenaFactsOf } from '../start/arena-facts.ts';
import type { Services } from '../start/services.ts';

/**
 * Computed again after a change of the ranking, at most once a second. Without a change, only the clock affects a few
 * numbers, and no request waits for those.
 */
const LEADERBOARD = {
  minAgeMilliseconds: 1_000,
  maxAgeMilliseconds: 15_000,
  maxArenaMilliseconds: 15_000,
  staleMilliseconds: 30_000,
  changedBy: changesRanking,
} as const;
/** The whole list takes longer to compute than a page. */
const WHOLE_LEADERBOARD = {
  ...LEADERBOARD,
  minAgeMilliseconds: 10_000,
  maxAgeMilliseconds: 60_000,
  maxArenaMilliseconds: 60_000,
} as const;
const EVERY_TEN_SECONDS = { maxAgeMilliseconds: 10_000 } as const;
/** Agreement is computed from all results of a hundred evaluations, so pages of a validator share it. */
const AGREEMENT = { maxAgeMilliseconds: 3_600_000, changedBy: changesAgreement } as const;
/** For counts by day: they read every result, so no request should wait for them. */
const ONCE_A_MINUTE = { maxAgeMilliseconds: 60_000, staleMilliseconds: 3_600_000 } as const;

/** Public data about the whole arena. */
export function publicBoardRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;
  const seals = new SealedSuites(services);
  const open = { method: 'GET', group: 'public', need: 'none' } as const;

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/arena',
    id: 'get_arena',
    cache: ONCE_A_SECOND,
    summary: 'Description of this arena, how many validators it needs, and what it is waiting for',
    answer: arenaOverviewSchema,
    handle: () => arenaOverview(arena, arenaFactsOf(services)),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/suites',
    id: 'list_suites',
    summary: 'Suites, the newest first',
    query: pageQuerySchema,
    answer: suitesSchema,
    handle: ({ query }) => suites(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/suites/current',
    id: 'get_current_suite',
    summary: 'The active suite',
    answer: suiteSchema,
    handle: () => currentSuite(arena),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/suites/:suite_id/problems',
    id: 'get_suite_problems',
    summary: 'Questions of a public suite, without the answers',
    params: z.object({ suite_id: suiteIdQuerySchema }),
    query: suiteProblemsQuerySchema,
    answer: suiteProblemsSchema,
    handle: async ({ params }) => {
      await seals.assertOpen(params.suite_id).catch(withoutContent);
      return await suiteProblems(arena, params.suite_id);
    },
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/leaderboard',
    id: 'get_leaderboard',
    cache: LEADERBOARD,
    summary:
      'Ranked versions, sorted and filtered; q is part of an agent name or display name, or the beginning of a hotkey',
    query: leaderboardQuerySchema,
    answer: leaderboardSchema,
    handle: ({ query }) => leaderboard(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/leaderboard.json',
    id: 'export_leaderboard',
    cache: WHOLE_LEADERBOARD,
    summary: 'Every row of the leaderboard that matches a query, in one response',
    query: leaderboardExportQuerySchema,
    answer: wholeLeaderboardSchema,
    handle: ({ query }) => wholeLeaderboard(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/leaderboard.csv',
    id: 'export_leaderboard_csv',
    cache: WHOLE_LEADERBOARD,
    mediaType: 'text/csv',
    summary: 'Every row of the leaderboard that matches a query, as CSV',
    query: leaderboardExportQuerySchema,
    answer: z.string(),
    handle: async ({ query }) => leaderboardCsv((await wholeLeaderboard(arena, query)).entries),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/top',
    id: 'get_top_agent',
    summary: 'The champion, its share of the emission, and the score a challenger needs',
    answer: topSchema,
    cache: { maxAgeMilliseconds: 1_000, maxArenaMilliseconds: 1_000, changedBy: changesTop },
    handle: () => topAgent(arena),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/top/history',
    id: 'get_top_history',
    cache: ONCE_A_SECOND,
    summary: 'Every champion so far',
    query: topHistoryQuerySchema,
    answer: topHistorySchema,
    handle: ({ query }) => topHistory(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/top-miner-payout',
    id: 'get_top_miner_payout',
    summary: 'What the champion earns in a day',
    answer: topPayoutSchema,
    handle: () => topMinerPayout(arena, services.payout),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/evaluations/running',
    id: 'get_running_evaluations',
    cache: ONCE_A_SECOND,
    summary: 'Active runs, with their validators and progress',
    query: pageQuerySchema,
    answer: runningEvaluationsSchema,
    handle: ({ query }) => runningEvaluations(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/evaluations/pending',
    id: 'get_pending_evaluations',
    cache: ONCE_A_SECOND,
    summary: 'The queue, with places, reasons and estimates',
    query: pendingQuerySchema,
    answer: pendingSchema,
    handle: ({ query }) => pendingEvaluations(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/validators',
    id: 'get_validators',
    cache: ONCE_A_SECOND,
    summary: 'Validators that are not banned',
    query: pageQuerySchema,
    answer: validatorsSchema,
    handle: ({ query }) => validators(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/validators/:validator_hotkey',
    id: 'get_validator',
    cache: EVERY_TEN_SECONDS,
    summary: 'One validator: its runs, their results, and its agreement with others',
    params: z.object({ validator_hotkey: z.string().max(64) }),
    query: pageQuerySchema,
    answer: validatorPageSchema,
    handle: ({ params: { validator_hotkey: hotkey }, query }) =>
      validatorPage(arena, hotkey, query, () =>
        cachedPart(
          services,
          { key: `agreement ${hotkey}`, schema: validatorPageSchema.shape.agreement, rules: AGREEMENT },
          () => validatorAgreement(arena, hotkey),
        ),
      ),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/trajectories/history',
    id: 'get_trajectory_history',
    cache: ONCE_A_MINUTE,
    summary: 'Graded attempts by day, each agent version counted once for each problem',
    answer: trajectoryHistorySchema,
    handle: () => trajectoryHistory(arena),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/audits',
    id: 'get_audits',
    cache: ONCE_A_SECOND,
    summary: 'Audits of validators, and whether results need evidence',
    query: auditsQuerySchema,
    answer: auditsSchema,
    handle: ({ query }) => audits(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/inference/models',
    id: 'get_inference_models',
    summary: 'Models that agents may use',
    query: z.object({ provider: z.string().max(40).optional(), ranked: z.stringbool().default(false) }),
    answer: z.union([rankedInferenceModelsSchema, inferenceModelsSchema]),
    handle: async ({ query }) =>
      query.ranked ? rankedInferenceModels(services.inference) : inferenceModels(services.inference),
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/public/waitlist',
    id: 'join_waitlist',
    group: 'public',
    summary: 'Adds an email address to the waitlist; the response is the same if it is already there',
    need: 'none',
    body: z.object({ email: z.email().max(254), source: z.string().max(100).default('landing') }),
    answer: z.object({ success: z.boolean() }),
    handle: async ({ body }) => {
      await arena.database.withTransaction(async (transaction) => {
        await transaction
          .insertInto('waitlist')
          .values({ email: body.email.toLowerCase(), source: body.source, joined_at: arena.now() })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .execute();
      });
      return { success: true };
    },
  });
}

/** Does not reveal which problem is sealed. */
function withoutContent(error: unknown): never {
  if (!Fault.isInstance(error) || error.code !== 'PROBLEM_SEALED') throw error;
  throw new Fault('SUITE_NOT_FOUND', { message: 'The problems of this suite are not public.', cause: error });
}

/**
 * A part of public answers that is cached longer than they are, and shared by several of them. `key` must contain
 * everything the part depends on.
 */
async function cachedPart<Schema extends z.ZodType>(
  services: Services,
  { key, schema, rules }: { readonly key: string; readonly schema: Schema; readonly rules: CacheRules },
  compute: () => Promise<z.output<Schema>>,
): Promise<z.output<Schema>> {
  const { body } = await cacheOf(services).answer(key, rules, async () => ({ text: JSON.stringify(await compute()) }));
  const json = parseJson(body.toString('utf8'));
  return schema.parse(json.ok ? json.value : undefined);
}
