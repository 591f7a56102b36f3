import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';
import { systemErrorCode } from '../../store/files.ts';
import type { FoundFile } from './found-files.ts';
import { withoutPaths } from './without-paths.ts';

export interface BrokenFile {
  readonly ok: false;
  readonly path: string;
  readonly reason: string;
}

const MAX_BYTES = 16 * 1024 * 1024;
const BOUNDS = { maxBytes: MAX_BYTES, maxDepth: 12, maxNodes: 1_000_000 };

/** Reads a trainer's file for publication: checks its form, and removes paths from its texts. */
export async function readPublicFile<Of>(
  { path, bytes }: FoundFile,
  schema: z.ZodType<Of>,
): Promise<{ readonly ok: true; readonly value: Of } | BrokenFile> {
  const broken = (reason: string): BrokenFile => ({ ok: false, path, reason });
  if (bytes > MAX_BYTES) return broken(`it has ${bytes} bytes where ${MAX_BYTES} are allowed`);
  let content: Uint8Array;
  try {
    content = await readFile(path);
  } catch (error) {
    return broken(`it cannot be read (${systemErrorCode(error) ?? error})`);
  }
  const json = parseBoundedJson(content, BOUNDS);
  if (!json.ok) return broken(`it is not valid JSON: ${json.reason}`);
  const parsed = schema.safeParse(json.value);
  if (!parsed.success) return broken(describeIssue(parsed.error));
  return { ok: true, value: withWords(parsed.data, withoutPaths) as Of };
}

/** Replaces every text in a value, field names included. */
function withWords(value: unknown, replace: (words: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each) => withWords(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [replace(key), withWords(each, replace)]));
}
