import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changePolicy, valueAt } from '../../arena/operator.ts';
import { addEndpoint } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';

const path = z.string().min(1).max(100);
const changedValue = z.object({ path: z.string(), from: z.json().optional(), to: z.json().optional() });

type AnswerJson = z.input<ReturnType<typeof z.json>>;

/** The schema of an answer expects mutable arrays; nothing changes them. */
function answerOf(value: unknown): AnswerJson {
  return value as AnswerJson;
}

/** The policy in force, and its changes while the arena runs. */
export function adminPolicyRoutes(server: FastifyInstance, services: Services): void {
  const { arena, policy } = services;

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/admin/policy',
    id: 'get_policy',
    group: 'admin',
    summary: 'The policy in force, its version, and what differs from arena.json',
    need: 'admin',
    answer: z.object({
      version: z.int(),
      policy: z.record(z.string(), z.json()),
      overrides: z.array(z.object({ path: z.string(), value: z.json(), configured: z.json().optional() })),
    }),
    handle: async () => {
      await policy.refresh(arena.database.reader);
      return {
        version: policy.version,
        policy: answerOf(policy.current) as Record<string, AnswerJson>,
        overrides: Object.entries(policy.overrides).map(([name, value]) => ({
          path: name,
          value: answerOf(value),
          configured: answerOf(valueAt(policy.base, name)),
        })),
      };
    },
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/admin/policy',
    id: 'change_policy',
    group: 'admin',
    summary: 'Changes values of the policy, or resets them to arena.json; recorded in the public ledger',
    need: 'admin',
    body: z.strictObject({
      set: z.record(path, z.json()).default({}),
      reset: z.array(path).max(100).default([]),
      reason: z.string().trim().min(1).max(1_000),
    }),
    answer: z.object({ version: z.int(), changes: z.array(changedValue) }),
    handle: async ({ body: { set, reset, reason }, caller }) => {
      const { version, changes } = await changePolicy(arena, policy, { set, reset }, { who: caller!.hotkey, reason });
      return {
        version,
        changes: changes.map(({ path: name, from, to }) => ({ path: name, from: answerOf(from), to: answerOf(to) })),
      };
    },
  });
}
