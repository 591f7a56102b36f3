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

/** The parts of a recorded call that are kept: everything a judge may look at. */
export type KeptCall = z.infer<typeof callSchema>;

const labelledSchema = z.object({
  agent: z.string(),
  model: z.string(),
  problem: z.object({ id: z.string(), category: z.enum(CATEGORIES), query: z.string() }),
  /** Whether the production rules were met; used for rankings. */
  success: z.boolean(),
  label: z.literal(QUALITIES),
  /** The reason for the label, from the source of the agent and the model. */
  because: z.string(),
  dialogue: z.array(z.unknown()).nullable(),
  calls: z.array(callSchema),
});

export type LabelledRecord = z.infer<typeof labelledSchema>;

/** An attempt by one of our own agents, with a reasoning grade based on knowledge of the programs. */
export interface LabelledAttempt extends Omit<LabelledRecord, 'calls' | 'dialogue' | 'problem'>, JudgedAttempt {
  readonly label: Quality;
  readonly problem: LabelledRecord['problem'];
}

/** Placeholders for fields that are not kept; judges do not use them. */
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

/** Reads the set in the repository, which `scripts/make-labelled-set.ts` generates. */
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
