import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { CALL_KINDS, type Call } from '../../../gateway/calls.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { CATEGORIES } from '../../../problems/problem.ts';
import { QUALITIES, type Quality } from '../../verdict.ts';
import type { JudgedAttempt } from '../judged-attempt.ts';

const callSchema = z.object({
  sequence: z.int(),
  kind: z.enum(CALL_KINDS),
  parameters: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  request: z.unknown(),
  status: z.int(),
  response: z.unknown(),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullable(),
});

/** What is kept of a recorded call: all that a judge may look at. */
export type KeptCall = z.infer<typeof callSchema>;

const labelledSchema = z.object({
  agent: z.string(),
  model: z.string(),
  problem: z.object({ id: z.string(), category: z.enum(CATEGORIES), query: z.string() }),
  /** Whether the rules of production were met, for rankings. */
  success: z.boolean(),
  label: z.literal(QUALITIES),
  /** What in the source of agent and model says so. */
  because: z.string(),
  dialogue: z.array(z.unknown()).nullable(),
  calls: z.array(callSchema),
});

export type LabelledRecord = z.infer<typeof labelledSchema>;

/** An attempt of one of our own agents, and how well it was reasoned by what is known of the programs that made it. */
export interface LabelledAttempt extends Omit<LabelledRecord, 'calls' | 'dialogue' | 'problem'>, JudgedAttempt {
  readonly label: Quality;
  readonly problem: LabelledRecord['problem'];
}

/** Which is not there in what is kept, and means nothing to a judge. */
const NOT_KEPT: Omit<Call, keyof KeptCall> = {
  time: '1970-01-01T00:00:00.000Z',
  method: '',
  path: '',
  duration_ms: 0,
  price_microdollars: null,
  fault: null,
  previous: '',
  hash: '',
};

/** The set in the repository; `scripts/make-labelled-set.ts` made it and can make it again. */
export function readLabelledAttempts(): LabelledAttempt[] {
  const bytes = brotliDecompressSync(readFileSync(new URL('./attempts.jsonl.br', import.meta.url)));
  return bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const json = parseJson(line);
      const { calls, ...rest } = labelledSchema.parse(json.ok ? json.value : undefined);
      return { ...rest, calls: calls.map((call) => ({ ...NOT_KEPT, ...call })) };
    });
}
