import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import { RULE_EVENT_KINDS, type RuleEvent, type RuleReport } from '../sandbox.ts';

/** Larger than any report: 16 lines of each kind, and the totals with up to 100 modules. */
export const REPORT_BYTES = 32 * 1024;

const event = z.object({ event: z.string().max(80), detail: z.string().max(200), line: z.int().nonnegative() });
const count = z.int().nonnegative();
const totals = z.object({
  refused: count,
  noted: count,
  events: z.partialRecord(z.enum(RULE_EVENT_KINDS), count).default({}),
  modules: z.array(z.string().max(80)).max(100).default([]),
});

/** Maximum number of reports per kind; the totals include the others. */
const MOST_REPORTS = 16;
const LINE_FEED = 0x0a;

/**
 * Splits the runner's output when rules apply: lines that begin with the token, the last of them with the totals, then
 * the answer. An answer without that last line was not written by the runner and is discarded.
 */
export function readRuleReport(bytes: Uint8Array, token: string): { answer: Uint8Array; rules: RuleReport } {
  const content = Buffer.from(bytes);
  const events: RuleEvent[] = [];
  const start = Buffer.from(`${token} `);
  let at = 0;
  while (content.subarray(at, at + start.length).equals(start)) {
    const end = content.indexOf(LINE_FEED, at);
    const line = content.toString('utf8', at + start.length, end < 0 ? undefined : end);
    at = end < 0 ? content.length : end + 1;
    const space = line.indexOf(' ');
    const kind = line.slice(0, space);
    const json = parseJson(line.slice(space + 1));
    const value = json.ok ? json.value : undefined;
    if (kind === 'finished') {
      const counted = totals.safeParse(value);
      if (!counted.success) break;
      const { refused, noted, events: counts, modules } = counted.data;
      const lost =
        received(events, true) < Math.min(refused, MOST_REPORTS) ||
        received(events, false) < Math.min(noted, MOST_REPORTS);
      return { answer: content.subarray(at), rules: { events, refused, noted, tampered: lost, counts, modules } };
    }
    const parsed = event.safeParse(value);
    if (parsed.success) events.push({ ...parsed.data, line: parsed.data.line || null, refused: kind === 'refused' });
  }
  const rules = {
    events,
    refused: received(events, true),
    noted: received(events, false),
    tampered: at < content.length,
  };
  return { answer: Buffer.alloc(0), rules };
}

function received(events: readonly RuleEvent[], refused: boolean): number {
  return events.filter((each) => each.refused === refused).length;
}
