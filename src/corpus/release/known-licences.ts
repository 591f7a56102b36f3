import { lstatSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { licenceSchema, strictestLicence } from '../../arena/submission.ts';
import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readTextFile, replaceFile } from '../../store/files.ts';
import { NO_LICENCE, plainLicence } from './release-row.ts';

/** Licences chosen by contestants, by the hash of the agent's source. */
export type Licences = ReadonlyMap<string, string>;

/** File with the licences of the attempts in a folder. Every reader of the folder applies it. */
export const LICENCES_FILE = 'licences.json';

/** Rejects values that would otherwise count as unstated: a hash in another form, or a `None`. */
const licencesSchema = z.record(
  z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in lower case'),
  z.string().trim().min(1).max(200).transform(plainLicence),
);

export function readLicences(file: string): Licences {
  const json = parseJson(readTextFile(file));
  const licences = licencesSchema.safeParse(json.ok ? json.value : undefined);
  if (licences.success) return new Map(Object.entries(licences.data));
  throw new Fault('INPUT_INVALID', {
    message: `${file} is not a valid list of licences by SHA-256 of agents: ${json.ok ? describeIssue(licences.error) : 'it is not JSON'}.`,
    remedy: 'Write it with `assay admin licences --out FILE`.',
  });
}

/** The licences stated in a folder; empty if it states none or is a file. A broken link is an error. */
export function licencesIn(folder: string): Licences {
  const file = join(folder, LICENCES_FILE);
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
    lstatSync(file, { throwIfNoEntry: false }) !== undefined
    ? readLicences(file)
    : new Map();
}

/** Merges licences. If an agent has several, the most restrictive one applies, independent of their order. */
export function mergeLicences(sources: readonly Licences[]): Licences {
  const merged = new Map<string, string>();
  for (const [agent, licence] of sources.flatMap((source) => [...source])) {
    merged.set(agent, stricter(merged.get(agent) ?? licence, licence));
  }
  return merged;
}

/** By the arena's order of licences. Unless both are in it, it is unknown which is stricter, and nothing is allowed. */
function stricter(one: string, other: string): string {
  if (one === other) return one;
  const both = z.array(licenceSchema).safeParse([one, other]);
  return (both.success ? strictestLicence(both.data) : undefined) ?? NO_LICENCE;
}

/**
 * Writes the known licences next to data derived from attempts, merged with those already there, so that the next
 * reader has them. Must be called under the lock of the folder.
 */
export async function writeLicences(folder: string, licences: Licences): Promise<void> {
  if (licences.size === 0) return;
  const all = mergeLicences([licences, licencesIn(folder)]);
  const text = `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
  await replaceFile(join(folder, LICENCES_FILE), async (aside) => writeFileSync(aside, text));
}
