import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import type { OpeningRecord } from './opening-event.ts';

/** Manifests of every version that was ever shipped. */
const SHIPPED = ['heldout-75', 'v1/heldout-75'].map((name) =>
  fileURLToPath(new URL(`../../../suites/${name}/manifest.json`, import.meta.url)),
);

const shippedSchema = z.object({ name: z.string(), problem_ids: z.array(z.string()) });

/**
 * The name of the held-out suite that contains any of these problems. A copy of the problems without the manifest is
 * still held out.
 */
export function heldOutName(problemIds: readonly string[], records: readonly OpeningRecord[]): string | undefined {
  const wanted = new Set(problemIds);
  const opened = records.find((record) => record.kind === 'opened' && record.problem_ids.some((id) => wanted.has(id)));
  if (opened?.kind === 'opened') return opened.name;
  const shipped = SHIPPED.map(readShipped).find((suite) => suite?.problem_ids.some((id) => wanted.has(id)));
  return shipped?.name;
}

/** Folders of the shipped held-out suites; none in an installation without suites. */
export function shippedHeldOut(): readonly string[] {
  return SHIPPED.filter((manifest) => existsSync(manifest)).map((manifest) => dirname(manifest));
}

function readShipped(path: string): z.infer<typeof shippedSchema> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // An installation without the suites has no shipped problems to protect.
    return undefined;
  }
  const json = parseJson(text);
  return shippedSchema.safeParse(json.ok ? json.value : undefined).data;
}
