import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Attempt } from '../../attempt/attempt.ts';
import { type Receipt, receiptHash, signReceipt } from '../../attempt/record/receipt.ts';
import { summariseCalls } from '../../attempt/record/summarise-calls.ts';
import { openingHash, problemHash, writeDocument } from '../../attempt/record.ts';
import { SAMPLE_HOTKEY, sampleAttempt } from '../../attempt/testing/sample-attempt.ts';
import { type ChainHead, chainCall, openChain } from '../../gateway/calls/call-chain.ts';
import type { Call } from '../../gateway/calls.ts';
import { parseJson } from '../../json/parse-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { type LabelledAttempt, readLabelledAttempts } from '../../verdict/judge/labelled/labelled-attempt.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { sampleVerdict } from './sample-verdict.ts';

const SMALLEST = 16_000;
const LARGEST = 42_000;
const PER_RUN = 50;
const STRIDE = 1_000_000_007;

/**
 * A day's attempts: real recorded ones of 20 to 40 kB, repeated, each time with other products, another problem and its
 * own chain and receipt. Only the last signature of each run is real, because it is the only one the filter checks; the
 * others only have the right form.
 */
export function writeSampleAttempts(path: string, attempts: number): void {
  const file = openSync(path, 'w');
  for (const line of sampleRows(attempts)) writeSync(file, `${line}\n`);
  closeSync(file);
}

export function* sampleRows(attempts: number): Generator<string> {
  const bases = readLabelledAttempts().filter(({ calls }) => {
    const size = JSON.stringify(calls).length;
    return size > SMALLEST && size < LARGEST;
  });
  let previous: string | null = null;
  for (let number = 0; number < attempts; number++) {
    const inRun = number % PER_RUN;
    if (inRun === 0) previous = null;
    const isLast = inRun === PER_RUN - 1 || number === attempts - 1;
    const { line, receipt } = makeRow(bases[number % bases.length]!, number, previous, isLast);
    previous = receiptHash(receipt);
    yield line;
  }
}

function makeRow(base: LabelledAttempt, number: number, previous: string | null, isLast: boolean) {
  const varied = vary(JSON.stringify(base.calls), number);
  const kept = parsed(varied) as LabelledAttempt['calls'];
  const problem_id = `p-${number % 2_000}`;
  const id = uuid(`attempt ${number}`);
  const { problem: _, agent: __, ...known } = sampleAttempt();
  const identity = {
    ...known,
    attempt_id: id,
    run_id: uuid(`run ${Math.floor(number / PER_RUN)}`),
    problem_id,
    problem_hash: problemHash({ problem_id, query: base.problem.query }),
    agent: { sha256: sha256(`${base.agent} ${number % 40}`), bytes: 4_000, name: base.agent },
    model: base.model,
    started_at: '2026-01-01T00:00:00.000Z',
  };
  const opening = openingHash(identity);
  let head: ChainHead = openChain(opening);
  const calls: Call[] = [];
  for (const call of kept) {
    const { sequence, previous: _previous, hash: _hash, ...rest } = call;
    const time = new Date(Date.UTC(2026, 0, 1) + sequence * 1_000).toISOString();
    const request = call.kind === 'inference' ? { ...(call.request as object), model: base.model } : null;
    const chained = chainCall({ ...rest, request, time }, head);
    // As `verifyCalls` returns it: with the keys in the order of the file.
    calls.push(parsed(chained.text) as Call);
    head = chained.call;
  }
  const blob = { sha256: sha256('bench'), bytes: 5 };
  const attempt: Attempt = {
    version: 1,
    ...identity,
    finished_at: '2026-01-01T00:01:00.000Z',
    ending: { kind: 'finished', exit_code: 0 },
    fault: null,
    usage: { wall_ms: 900, cpu_ms: 300, exact: true, peak_memory_bytes: 3e7, ...summariseCalls(calls) },
    chain: { opening, last: head.hash, calls: calls.length },
    blobs: { agent: blob, calls: blob, answer: blob, stdout: blob, stderr: blob, dialogue: blob },
  };
  const verdict = makeVerdict(base, attempt, number);
  const unsigned = {
    attempt_id: id,
    run_id: identity.run_id,
    sequence: (number % PER_RUN) + 1,
    previous,
    attempt_hash: sha256(writeDocument(attempt)),
    verdict_hash: sha256(writeDocument(verdict)),
    signed_at: '2026-01-01T00:01:01.000Z',
  };
  const receipt: Receipt = isLast
    ? signReceipt(unsigned, SAMPLE_HOTKEY)
    : { version: 1, ...unsigned, hotkey: SAMPLE_HOTKEY.address, signature: `0x${sha256(id)}${sha256(id)}` };
  // As read from their files.
  const [record, graded, signed] = [attempt, verdict, receipt].map((each) =>
    Buffer.from(writeDocument(each)).toString(),
  );
  return {
    line: `{"version":1,"attempt":${record},"verdict":${graded},"receipt":${signed},"calls":${JSON.stringify(calls)}}`,
    receipt,
  };
}

function makeVerdict(base: LabelledAttempt, attempt: Attempt, number: number): Verdict {
  const recommended = recommendedIn(base).map((id) => vary(id, number));
  return sampleVerdict(attempt, {
    success: base.success,
    recommended,
    quality: base.label,
    explanation: 'as labelled',
  });
}

function recommendedIn({ dialogue }: LabelledAttempt): string[] {
  const found = /"recommend_product","parameters":\{"product_ids":"([\d,]+)"/.exec(JSON.stringify(dialogue ?? []));
  return found === null ? [] : found[1]!.split(',');
}

/** Replaces every ten-digit id with another one, consistently. */
function vary(text: string, number: number): string {
  return text.replaceAll(/\b\d{10}\b/g, (id) =>
    String(1e9 + ((Number(id) * 31 + number * STRIDE) % 9e9)).padStart(10, '0'),
  );
}

function parsed(text: string): unknown {
  const json = parseJson(text);
  if (!json.ok) throw new Error(json.reason);
  return json.value;
}

function uuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
