import { z } from 'zod';
import type { Finding } from '../../arena/admission.ts';

/** One finding of the admission check. */
export const findingSchema = z.object({
  rule: z.string(),
  class: z.string(),
  code: z.string(),
  line: z.int(),
  column: z.int(),
  message: z.string(),
  why: z.string(),
  fix: z.string(),
});

export function findingToWire({ rule, class: kind, code, line, column, message, why, fix }: Finding): FindingWire {
  return { rule, class: kind, code, line, column, message, why, fix };
}

export type FindingWire = z.infer<typeof findingSchema>;
