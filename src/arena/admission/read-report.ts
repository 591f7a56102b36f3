import { z } from 'zod';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';
import { READING_LIMITS, type ReadOutcome } from './facts-reader.ts';
import { sourceReport } from './source-facts.ts';

const BOUNDS = { maxBytes: READING_LIMITS.answerBytes, maxDepth: 12, maxNodes: 3_000_000 };

const envelope = z.union([
  z.object({ answer: z.tuple([sourceReport]) }),
  z.object({ failure: z.object({ type: z.string(), message: z.string() }) }),
]);

/** Parses the report of the reading process. That process has parsed hostile text and may be under its control. */
export function readReport(bytes: Uint8Array): ReadOutcome {
  const json = parseBoundedJson(bytes, BOUNDS);
  if (!json.ok) return { kind: 'unintelligible', reason: json.reason };
  const parsed = envelope.safeParse(json.value);
  if (!parsed.success) return { kind: 'unintelligible', reason: 'it is not in the form of a report' };
  if ('answer' in parsed.data) return { kind: 'read', report: parsed.data.answer[0] };
  const { type, message } = parsed.data.failure;
  return type === 'MemoryError'
    ? { kind: 'out of memory' }
    : { kind: 'unintelligible', reason: `${type}: ${message.slice(0, 200)}` };
}
