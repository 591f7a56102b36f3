import { type Call, verifyCalls } from '../../gateway/calls.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { counted } from '../../text/counted.ts';
import { relativeAttemptPaths } from '../record/attempt-folder.ts';
import { openingHash } from '../record/opening-hash.ts';
import { summariseCalls, summariseModels } from '../record/summarise-calls.ts';
import { type Check, differences } from './check.ts';
import type { Evidence } from './verify-blobs.ts';

export interface VerifiedCallChain {
  readonly checks: readonly Check[];
  /** The calls before the first invalid one. */
  readonly calls: readonly Call[];
}

/** Verifies each call, and that the totals match the record. */
export async function verifyCallChain({ id, attempt, blobs }: Evidence): Promise<VerifiedCallChain> {
  const reference = attempt.blobs.calls;
  const where = relativeAttemptPaths.blob(blobs.placeOf(reference.sha256));
  const what = 'calls: one unbroken chain';
  const found = await blobs.inspect(reference.sha256, reference.bytes);
  // A missing blob has already been reported by `verifyBlobs`.
  if (found === undefined) return { checks: [], calls: [] };
  const { calls, head, flaw } = verifyCalls(found.bytes, openingHash(attempt));
  if (flaw !== undefined) {
    const detail = `call ${flaw.line} (bytes ${flaw.start} to ${flaw.end}): ${flaw.reason}`;
    return { checks: [{ what, ok: false, where, detail }], calls };
  }
  if (found.size !== reference.bytes && calls.length !== attempt.chain.calls) {
    const detail = `ends after call ${calls.length} of ${attempt.chain.calls}, at byte ${found.bytes.length}`;
    return { checks: [{ what, ok: false, where, detail }], calls };
  }
  const chained = { what, ok: true, where, detail: counted(calls.length, 'call') };
  const { calls: counts, ...sums } = summariseCalls(calls);
  const { usage, chain } = attempt;
  const detail = differences({
    'chain.calls': [chain.calls, calls.length],
    'chain.last': [chain.last, head],
    ...Object.fromEntries(
      (Object.keys({ ...counts, ...usage.calls }) as (keyof typeof counts)[]).map((kind) => [
        `usage.calls.${kind}`,
        [usage.calls[kind] ?? 0, counts[kind] ?? 0] as const,
      ]),
    ),
    ...(attempt.models && {
      models: [canonicalJson(attempt.models), canonicalJson(summariseModels(calls))] as const,
    }),
    'usage.prompt_tokens': [usage.prompt_tokens, sums.prompt_tokens],
    'usage.completion_tokens': [usage.completion_tokens, sums.completion_tokens],
    'usage.spend_microdollars': [usage.spend_microdollars, sums.spend_microdollars],
  });
  const totals = {
    what: 'calls: add up to the record',
    ok: detail === '',
    where: relativeAttemptPaths.attempt(id),
    detail,
  };
  return { checks: [chained, totals], calls };
}
