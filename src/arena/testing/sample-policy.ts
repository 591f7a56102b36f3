import type { z } from 'zod';
import { type ArenaPolicy, arenaPolicySchema } from '../arena-policy.ts';

/** A policy for tests whose validators invent their results and have no evidence. */
export function unevidencedPolicy(policy: z.input<typeof arenaPolicySchema> = {}): ArenaPolicy {
  return arenaPolicySchema.parse({ ...policy, audit: { evidence: 'optional', ...policy.audit } });
}
