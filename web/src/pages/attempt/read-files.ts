import { parseBoundedJson } from '../../../../src/json/parse-bounded-json.ts';
import { type ClaimedStep, claimedSteps } from './claimed-step.ts';
import { type Evidence, readEvidence } from './read-evidence.ts';
import { unpackFile } from './unpack-file.ts';

export type ReadFile<T> =
  | { readonly ok: true; readonly value: T; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/**
 * The gateway records at most 48 MiB per attempt, and an answer has at most 8; anything larger is not an attempt of an
 * arena.
 */
const MOST_EVIDENCE_BYTES = 96 * 1024 ** 2;
const MOST_DIALOGUE_BYTES = 16 * 1024 ** 2;

const BOUNDS = { maxDepth: 256, maxNodes: 2_000_000, allowUnsafeIntegers: true, allowReservedKeys: true };

/** Reads an uploaded dialogue file. */
export async function readDialogueFile(packed: Uint8Array<ArrayBuffer>): Promise<ReadFile<readonly ClaimedStep[]>> {
  const file = await parsed(packed, MOST_DIALOGUE_BYTES);
  if (!file.ok) return file;
  const value = claimedSteps(file.value);
  return value === null ? { ok: false, reason: 'It is not a list of steps.' } : { ...file, value };
}

export async function readEvidenceFile(packed: Uint8Array<ArrayBuffer>): Promise<ReadFile<Evidence>> {
  const file = await parsed(packed, MOST_EVIDENCE_BYTES);
  if (!file.ok) return file;
  const value = readEvidence(file.value);
  return value === null ? { ok: false, reason: 'It contains no evidence of an attempt.' } : { ...file, value };
}

async function parsed(packed: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<ReadFile<unknown>> {
  const unpacked = await unpackFile(packed, mostBytes);
  if (!unpacked.ok) return unpacked;
  const json = parseBoundedJson(unpacked.bytes, { ...BOUNDS, maxBytes: mostBytes });
  if (!json.ok) {
    // The parser's message about invalid JSON quotes the text, which is untrusted.
    const reason = json.flaw === 'not json' ? 'it is not JSON' : json.reason;
    return { ok: false, reason: `It cannot be read: ${reason}.` };
  }
  return { ok: true, value: json.value, bytes: unpacked.bytes };
}
