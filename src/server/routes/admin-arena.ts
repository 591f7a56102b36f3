import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { activateSuite, addTwins, createSuite } from '../../arena/exam.ts';
import {
  banHotkey,
  releaseClaims,
  releaseSubmissions,
  retireBankProblems,
  stopClaims,
  stopOf,
  stopSubmissions,
  unbanHotkey,
  updateValidator,
} from '../../arena/operator.ts';
import { cancelRace, closeQualifyingNow, type MovedClose, moveQualifyingDeadline } from '../../arena/race.ts';
import { clearAllCooldowns, clearCooldown } from '../../arena/submission.ts';
import type { StopName } from '../../arena/tables.ts';
import { adminValidator } from '../../board/admin.ts';
import { adminValidatorSchema, type StopWire, stopSchema, timestampQuerySchema, uuidSchema } from '../../board/wire.ts';
import { assertMeasured } from '../../problems/suites.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { hotkey } from '../http/hotkey.ts';
import { isoTime } from '../http/iso-time.ts';
import { problemsFrom } from '../http/problems-from.ts';
import { SealedSuites } from '../http/sealed-suites.ts';
import type { Services } from '../start/services.ts';

const reason = z.string().trim().min(1).max(1_000);
const suiteNumber = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);
/** Problems are sent in the body. */
const SUITE_BYTES = 16 * 1024 ** 2;

const movedClose = z.object({
  race_id: z.string(),
  previous_closes_at: z.string(),
  new_closes_at: z.string(),
  status: z.string(),
});

function movedToWire(moved: MovedClose): z.input<typeof movedClose> {
  return {
    race_id: moved.raceId,
    previous_closes_at: isoTime(moved.previousClosesAt),
    new_closes_at: isoTime(moved.closesAt),
    status: moved.status,
  };
}

function whyUpdated({ name }: { readonly name?: string | null | undefined }): string {
  return name === undefined ? 'The operator changed how many runs it may hold' : 'The operator set its name';
}

/** Operator actions on hotkeys, suites, races and the whole arena. */
export function adminArenaRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;
  const seals = new SealedSuites(services);
  const act = { method: 'POST', group: 'admin', need: 'admin' } as const;

  for (const role of ['miner', 'validator'] as const) {
    const params = z.object({ [`${role}_hotkey`]: hotkey });
    const answer = z.object({ hotkey: z.string(), is_banned: z.boolean() });

    addEndpoint(server, services, {
      ...act,
      path: `/v1/admin/${role}s/:${role}_hotkey/ban`,
      id: `ban_${role}`,
      summary: `Bans a ${role}`,
      params,
      body: z.object({ reason }),
      answer,
      handle: async ({ params: names, body, caller }) => {
        const address = names[`${role}_hotkey`]!;
        await banHotkey(arena, address, role, { who: caller!.hotkey, ...body });
        return { hotkey: address, is_banned: true };
      },
    });

    addEndpoint(server, services, {
      ...act,
      path: `/v1/admin/${role}s/:${role}_hotkey/unban`,
      id: `unban_${role}`,
      summary: `Lifts the ban on a ${role}`,
      params,
      body: z.object({ reason: z.string().trim().max(1_000).nullish() }).nullish(),
      answer,
      handle: async ({ params: names, body, caller }) => {
        const address = names[`${role}_hotkey`]!;
        const why = body?.reason || 'The ban was lifted';
        await unbanHotkey(arena, address, role, { who: caller!.hotkey, reason: why });
        return { hotkey: address, is_banned: false };
      },
    });
  }

  addEndpoint(server, services, {
    ...act,
    path: '/v1/admin/miners/:hotkey/clear-cooldown',
    id: 'clear_miner_cooldown',
    summary: 'Clears the cooldown of a contestant',
    params: z.object({ hotkey }),
    answer: z.object({ cleared: z.boolean(), hotkey: z.string(), seconds_remaining_was: z.int(), message: z.string() }),
    handle: async ({ params, caller }) => {
      const { cleared, secondsRemainingWas } = await clearCooldown(arena, params.hotkey, caller!.hotkey);
      const message = cleared ? 'The cooldown is over.' : 'There was none.';
      return { cleared, hotkey: params.hotkey, seconds_remaining_was: secondsRemainingWas, message };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: '/v1/admin/miners/clear-all-cooldowns',
    id: 'clear_all_miner_cooldowns',
    summary: 'Clears the cooldown of every contestant',
    answer: z.object({ cleared_count: z.int() }),
    handle: async ({ caller }) => ({ cleared_count: await clearAllCooldowns(arena, caller!.hotkey) }),
  });

  addEndpoint(server, services, {
    ...act,
    method: 'PATCH',
    path: '/v1/admin/validators/:validator_hotkey',
    id: 'update_validator',
    summary: 'Sets the name of a validator, and how many runs it may hold at once',
    params: z.object({ validator_hotkey: hotkey }),
    body: z.object({
      max_concurrent_runs: z.int().min(1).max(16).optional(),
      name: z.string().trim().max(100).nullish(),
      reason: z.string().trim().max(1_000).nullish(),
    }),
    answer: adminValidatorSchema,
    handle: async ({ params: { validator_hotkey }, body, caller }) => {
      await updateValidator(arena, validator_hotkey, {
        who: caller!.hotkey,
        reason: body.reason || whyUpdated(body),
        maxConcurrentRuns: body.max_concurrent_runs,
        name: body.name,
      });
      return await adminValidator(arena, validator_hotkey);
    },
  });

  const statusOf = async (name: StopName): Promise<StopWire> => {
    const stop = await stopOf(arena.database.reader, name, arena.now());
    return {
      active: stop !== undefined,
      reason: stop?.reason ?? null,
      paused_by: stop?.stoppedBy ?? null,
      paused_at: stop === undefined ? null : isoTime(stop.stoppedAt),
      auto_release_at: stop?.releaseAt == null ? null : isoTime(stop.releaseAt),
    };
  };
  const stops = [
    { word: 'validator', name: 'claims', stop: stopClaims, release: releaseClaims },
    { word: 'submission', name: 'submissions', stop: stopSubmissions, release: releaseSubmissions },
  ] as const;
  for (const { word, name, stop, release } of stops) {
    addEndpoint(server, services, {
      ...act,
      method: 'GET',
      path: `/v1/admin/${word}-pause`,
      id: `get_${word}_pause`,
      summary: `Whether ${name} are stopped`,
      answer: stopSchema,
      handle: () => statusOf(name),
    });

    addEndpoint(server, services, {
      ...act,
      path: `/v1/admin/${word}-pause`,
      id: `post_${word}_pause`,
      summary: `Stops ${name} until they are released or until a given time`,
      body: z.object({ reason, auto_release_at: timestampQuerySchema.nullish() }),
      answer: stopSchema,
      handle: async ({ body, caller }) => {
        await stop(arena, { who: caller!.hotkey, reason: body.reason, releaseAt: body.auto_release_at ?? null });
        return await statusOf(name);
      },
    });

    addEndpoint(server, services, {
      ...act,
      path: `/v1/admin/${word}-resume`,
      id: `post_${word}_resume`,
      summary: `Releases ${name}`,
      body: z.object({ reason: z.string().trim().max(1_000).nullish() }).nullish(),
      answer: stopSchema,
      handle: async ({ body, caller }) => {
        await release(arena, { who: caller!.hotkey, reason: body?.reason || 'The stop was lifted' });
        return await statusOf(name);
      },
    });
  }

  addEndpoint(server, services, {
    ...act,
    path: '/v1/admin/races/close-qualifying',
    id: 'close_qualifying',
    summary: 'Closes qualifying now; the race follows',
    answer: movedClose,
    handle: async ({ caller }) => movedToWire(await closeQualifyingNow(arena, caller!.hotkey)),
  });

  addEndpoint(server, services, {
    ...act,
    method: 'PATCH',
    path: '/v1/admin/races/:race_id/qualifying-deadline',
    id: 'update_qualifying_deadline',
    summary: 'Moves the close of qualifying, earlier or later',
    params: z.object({ race_id: uuidSchema }),
    body: z.object({ qualifying_closes_at: timestampQuerySchema, reason }),
    answer: movedClose,
    handle: async ({ params, body, caller }) =>
      movedToWire(
        await moveQualifyingDeadline(arena, {
          who: caller!.hotkey,
          reason: body.reason,
          raceId: params.race_id,
          closesAt: body.qualifying_closes_at,
        }),
      ),
  });

  addEndpoint(server, services, {
    ...act,
    path: '/v1/admin/races/cancel',
    id: 'cancel_race',
    summary: 'Cancels the race; its scores are never shown. With race_number only if that is still the newest race',
    body: z.object({ reason, race_number: z.int().optional() }),
    answer: z.object({ race_id: z.string(), race_number: z.int() }),
    handle: async ({ body, caller }) => {
      const { raceId, raceNumber } = await cancelRace(arena, body.reason, caller!.hotkey, body.race_number);
      return { race_id: raceId, race_number: raceNumber };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: '/v1/admin/suites',
    id: 'create_suite',
    summary: 'Creates a suite from problems in the body, or from the server’s bank with bank:NAME',
    body: z.object({
      problem_suite_uri: z.string().max(300).optional(),
      name: z.string().min(1).max(100).optional(),
      problems: z.array(z.record(z.string(), z.unknown())).min(1).max(1_000).optional(),
      is_public: z.boolean().default(true),
    }),
    bodyLimit: SUITE_BYTES,
    status: 201,
    answer: z.object({ suite_id: z.int(), suite_version: z.int(), is_active: z.boolean() }),
    handle: async ({ body, caller }) => {
      const found = await problemsFrom(body, services);
      assertMeasured(found.problems);
      const suite = { name: body.name ?? found.name, problems: found.problems, isPublic: body.is_public };
      const created = await createSuite(arena.database, suite, { who: caller!.hotkey, now: arena.now() });
      return { suite_id: created.suiteId, suite_version: created.suiteVersion, is_active: false };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: '/v1/admin/suites/:suite_id/twins',
    id: 'add_suite_twins',
    summary: 'Adds twins to a suite: unpublished problems of the same difficulty, to detect memorised answers',
    params: z.object({ suite_id: suiteNumber }),
    body: z.object({
      problem_suite_uri: z.string().max(300).optional(),
      problems: z.array(z.record(z.string(), z.unknown())).min(1).max(1_000).optional(),
    }),
    bodyLimit: SUITE_BYTES,
    status: 201,
    answer: z.object({ suite_id: z.int(), added: z.int(), other_class: z.int(), known: z.int() }),
    handle: async ({ params, body, caller }) => {
      const { problems } = await problemsFrom(body, services);
      const { suiteId, added, otherClass, known } = await addTwins(arena, params.suite_id, problems, caller!.hotkey);
      return { suite_id: suiteId, added, other_class: otherClass, known };
    },
  });

  addEndpoint(server, services, {
    ...act,
    path: '/v1/admin/suites/:suite_id/activate',
    id: 'activate_suite',
    summary: 'Activates a suite; the best versions of the former suite can be queued on it',
    params: z.object({ suite_id: suiteNumber }),
    query: z.object({ requeue_top_n: z.coerce.number().int().min(0).max(1_000).default(0) }),
    answer: z.object({
      suite_id: z.int(),
      suite_version: z.int(),
      is_active: z.boolean(),
      requeued_versions: z.int(),
    }),
    handle: async ({ params, query, caller }) => {
      await seals.assertOpen(params.suite_id);
      const activated = await activateSuite(arena, params.suite_id, {
        who: caller!.hotkey,
        requeueTopN: query.requeue_top_n,
      });
      return {
        suite_id: activated.suiteId,
        suite_version: activated.suiteVersion,
        is_active: true,
        requeued_versions: activated.requeuedVersions,
      };
    },
  });

  const problemIds = z.array(z.string());
  addEndpoint(server, services, {
    ...act,
    path: '/v1/admin/problems/retire',
    id: 'retire_problems',
    summary: 'Excludes problems of the bank from every later draw; ids and reason are published in the ledger',
    body: z.object({ problem_ids: z.array(z.string().min(1).max(200)).min(1).max(1_000), reason }),
    answer: z.object({
      retired: problemIds,
      already_retired: problemIds,
      /** Committed draws are binding and still use the problem. */
      committed_draws: z.array(z.object({ race_id: z.string(), problem_ids: problemIds })),
    }),
    handle: async ({ body, caller }) => {
      const by = { who: caller!.hotkey, reason: body.reason };
      const done = await retireBankProblems(arena, services.hidden, body.problem_ids, by);
      return {
        retired: [...done.retired],
        already_retired: [...done.alreadyRetired],
        committed_draws: done.committedDraws.map(({ race, problemIds: drawn }) => ({
          race_id: race,
          problem_ids: [...drawn],
        })),
      };
    },
  });
}
