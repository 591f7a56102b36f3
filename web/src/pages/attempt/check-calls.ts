import { differences, summariseCalls } from '../../../../src/attempt/browser.ts';
import type { Call } from '../../../../src/gateway/calls.ts';
import { sealCallBy } from '../../../../src/gateway/seal-call.ts';
import { isJsonObject, type JsonObject } from '../../../../src/json/json-object.ts';
import { counted } from '../../../../src/text/counted.ts';
import { numberAt, objectAt, textAt } from './field-at.ts';
import type { VerifyCheck } from './verify-evidence.ts';

const CHAIN = 'The calls are one unbroken chain';
const WHOLE = 'The calls are complete and match the record';

/** Checks the hash chain of the recorded calls, from the opening hash in the record to its last hash. */
export function checkCalls(
  calls: readonly unknown[] | null,
  attempt: JsonObject,
  sha256: (text: string) => string,
): readonly VerifyCheck[] {
  const chain = objectAt(attempt, 'chain');
  if (calls === null) {
    const detail = 'they are not in the file';
    return [CHAIN, WHOLE].map((what) => ({ what, ok: null, detail }));
  }
  let previous = textAt(chain, 'opening') ?? '';
  const lines: string[] = [];
  for (const [index, call] of calls.entries()) {
    const flaw = linkFlaw(call, index + 1, previous, sha256, lines);
    if (flaw !== undefined) {
      const detail = `call ${index + 1} of ${calls.length}: ${flaw}`;
      return [
        { what: CHAIN, ok: false, detail },
        { what: WHOLE, ok: null, detail: 'not checked: nothing after a broken link can be trusted' },
      ];
    }
    previous = textAt(call, 'hash')!;
  }
  return [
    { what: CHAIN, ok: true, detail: counted(calls.length, 'call') },
    wholeness(calls, attempt, previous, sha256, lines),
  ];
}

function linkFlaw(
  call: unknown,
  sequence: number,
  previous: string,
  sha256: (text: string) => string,
  lines: string[],
): string | undefined {
  if (!isJsonObject(call)) return 'it is not a call';
  const { hash, ...unsealed } = call;
  const sealed = sealCallBy(sha256, unsealed as unknown as Omit<Call, 'hash'>);
  lines.push(sealed.text);
  if (hash !== sealed.hash) return 'its content does not match its hash';
  if (numberAt(call, 'sequence') !== sequence) return 'it is out of order';
  return textAt(call, 'previous') === previous ? undefined : 'it does not follow from the call before it';
}

function wholeness(
  calls: readonly unknown[],
  attempt: JsonObject,
  last: string,
  sha256: (text: string) => string,
  lines: readonly string[],
): VerifyCheck {
  const chain = objectAt(attempt, 'chain');
  const usage = objectAt(attempt, 'usage');
  const blob = objectAt(objectAt(attempt, 'blobs'), 'calls');
  const { calls: counts, ...sums } = summariseCalls(calls as readonly Call[]);
  const counted = objectAt(usage, 'calls');
  const detail = differences({
    'the number of calls': [numberAt(chain, 'calls'), calls.length],
    'the last hash': [textAt(chain, 'last'), last],
    'the hash of the file': [textAt(blob, 'sha256'), sha256(lines.map((line) => `${line}\n`).join(''))],
    ...Object.fromEntries(
      Object.entries(counts).map(([kind, count]) => [
        `the number of ${kind}`,
        [numberAt(counted, kind), count] as const,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(sums).map(([name, sum]) => [name.replaceAll('_', ' '), [numberAt(usage, name), sum] as const]),
    ),
  });
  return { what: WHOLE, ok: detail === '', detail: detail === '' ? last : detail };
}
