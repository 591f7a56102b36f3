import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';

const pairSchema = z.object({ left: z.string(), right: z.string(), same: z.boolean() });

/** Two queries, and whether they ask for the same thing. */
export type LabelledPair = z.infer<typeof pairSchema>;

/** The set used to calibrate the paraphrase threshold; `scripts/build-labelled-pairs.ts` generates it. */
export function readLabelledPairs(): LabelledPair[] {
  const text = readFileSync(new URL('./labelled-pairs.jsonl', import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const json = parseJson(line);
      return pairSchema.parse(json.ok ? json.value : undefined);
    });
}
