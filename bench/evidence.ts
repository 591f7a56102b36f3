/**
 * Measures how long the recorded calls of one attempt block a validator's main thread: with the work done in that
 * thread, and in the evidence thread. Both alternate within one run, because machines are noisy; read the ratios, and
 * beside them the processor time of the main thread. Then the same for recording calls while they are made: in the main
 * thread, and with large ones in the recording thread.
 *
 *   npm run bench:evidence [-- --megabytes 28 --rounds 3]
 */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Attempt } from '../src/attempt/attempt.ts';
import { AttemptStore, type ReadCalls, type RecordedAttempt } from '../src/attempt/record.ts';
import type { SealedAttempt } from '../src/attempt/run.ts';
import { FileCallRecorder } from '../src/gateway/calls.ts';
import { hotkeyFromSeed } from '../src/identity/hotkey.ts';
import { canonicalJson } from '../src/json/canonical-json.ts';
import { findProducts, viewProducts } from '../src/market/answer-market-request.ts';
import { buildMarket } from '../src/market/build-market.ts';
import { indexPath } from '../src/market/market-folder.ts';
import { EmbeddedSearch } from '../src/market/search.ts';
import { synthesiseProblems } from '../src/problems/synthesis.ts';
import { median } from '../src/statistics/quantile.ts';
import { askEvidenceThread } from '../src/validator/evidence/ask-evidence-thread.ts';
import { EVIDENCE_WORK } from '../src/validator/evidence/evidence-work.ts';
import { examinationOf, gradeExamined } from '../src/verdict/examine-calls.ts';
import { measureRecording } from './evidence/measure-recording.ts';
import { measureStall, type Stall } from './evidence/measure-stall.ts';

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '28' },
    rounds: { type: 'string', default: '3' },
    products: { type: 'string', default: '20000' },
  },
});
const BYTES = Number(values.megabytes) * 1e6;

/** The steps of an attempt that read its calls, in order. */
const PARTS = ['keep and grade', 'certify', 'pack', 'agency'] as const;
type Part = (typeof PARTS)[number];

interface Sample extends Stall {
  readonly where: string;
  readonly part: Part;
}

/** Runs the work in one of the two threads. */
type EvidenceAsker = typeof askEvidenceThread;
const inMainThread = ((work: keyof typeof EVIDENCE_WORK, question: never) =>
  EVIDENCE_WORK[work](question)) as EvidenceAsker;
const PLACES: readonly (readonly [where: string, ask: EvidenceAsker])[] = [
  ['main thread', inMainThread],
  ['evidence thread', askEvidenceThread],
];

const folder = mkdtempSync(join(tmpdir(), 'bench-evidence-'));
try {
  await buildMarket({ products: Number(values.products), seed: 7, folder });
  const search = EmbeddedSearch.open(indexPath(folder));
  const { index } = search;
  const [problem] = await Array.fromAsync(synthesiseProblems({ index, count: 1, mix: { product: 1 }, seed: 7 }));
  const { query, targets } = problem!;
  const recommended = targets[0]!.productId;
  const dialogue = [
    {
      completion: { message: { tool_call: [{ name: 'recommend_product', parameters: { product_ids: recommended } }] } },
    },
  ];
  const store = new AttemptStore(join(folder, 'data'));
  const hotkey = hotkeyFromSeed(new Uint8Array(32).fill(7));
  const calls = await recordedCalls();
  const samples: Sample[] = [];
  const verdicts = new Set<string>();
  await sleep(100);
  const idle = await measured('idle', 'certify', () => sleep(1_000));

  async function recordedCalls() {
    const made = [];
    let bytes = 0;
    for (let place = 0; bytes < BYTES; place++) {
      const words = query.split(' ');
      const parameters = { q: words.slice(place % words.length).join(' ') || query, page: String(1 + (place % 5)) };
      const cards = await findProducts(search, parameters, true);
      const ids = cards.map(({ product_id }) => product_id);
      const wanted = { product_ids: [recommended, ...ids].slice(0, 10).join(',') };
      const turn = [
        call('search', '/search/find_product', parameters, null, cards),
        call('view', '/search/view_product_information', wanted, null, await viewProducts(search, wanted, true)),
        ...(place < 20 ? [completion(place)] : []),
      ];
      made.push(...turn);
      bytes += Buffer.byteLength(JSON.stringify(turn));
    }
    return made;
  }

  function completion(place: number) {
    const content = `${recommended} fits the request best of what result ${place} shows, and others cost more.`;
    const request = { model: 'house/expert', messages: [{ role: 'user', content: query }] };
    return {
      ...call('inference', '/inference/chat/completions', {}, request, { choices: [{ message: { content } }] }),
      usage: { prompt_tokens: 200, completion_tokens: 40 },
    };
  }

  function call(
    kind: 'search' | 'view' | 'inference',
    path: string,
    parameters: Record<string, string>,
    request: unknown,
    response: unknown,
  ) {
    return {
      ...{ time: new Date().toISOString(), kind, method: kind === 'inference' ? 'POST' : 'GET', path, parameters },
      ...{ request, status: 200, response, duration_ms: 1, usage: null, price_microdollars: null, fault: null },
    };
  }

  async function measured(where: string, part: Part, work: () => Promise<unknown>): Promise<Sample> {
    return { where, part, ...(await measureStall(work)) };
  }

  async function attempt(where: string, ask: EvidenceAsker, recorded: typeof calls): Promise<void> {
    const runId = randomUUID();
    const working = await store.begin({
      run_id: runId,
      problem: { problem_id: problem!.id, query },
      agent: { name: 'agent.py', source: Buffer.from('# none') },
      validator: hotkey.address,
      sandbox: { driver: 'none', tier: 'none', python: '', architecture: '', cgroup: null, isolation: 'none' },
      model: 'house/expert',
      simulated: true,
      limits: { sandbox: {}, gateway: {} },
    });
    const recorder = FileCallRecorder.open(working.folder, working.opening);
    for (const each of recorded) await recorder.record(each);
    await recorder.close();
    const read = async (recorded: RecordedAttempt): Promise<ReadCalls> => {
      const examination = examinationOf({ problem: problem!, dialogue }, 'gates');
      const { summary, examined } = await ask('keepCalls', { recorded, examination });
      const grade = async ({ attempt_id, fault }: Attempt) =>
        await gradeExamined(attempt_id, { problem: problem!, dialogue, fault }, examined!, { search });
      return { summary, grade };
    };
    const outcome = {
      ...{ ending: { kind: 'finished', exitCode: 0 } as const, answer: Buffer.from('[]') },
      ...{ standardOutput: Buffer.of(), standardError: Buffer.of() },
      ...{ wallMilliseconds: 1, cpuMilliseconds: 1, peakMemoryBytes: 1, exact: true },
    };
    const result = {
      outcome,
      fault: null,
      dialogue: Buffer.from(canonicalJson(dialogue)),
      callsHead: recorder.head,
      read,
    };
    const attemptId = working.identity.attempt_id;
    const place = { data: store.folder, attemptId };
    let sealed: SealedAttempt | undefined;
    samples.push(
      await measured(where, 'keep and grade', async () => (sealed = await store.finish(working, result, hotkey))),
    );
    samples.push(await measured(where, 'certify', () => ask('certify', { ...place, runId })));
    const { verdict } = sealed!;
    samples.push(await measured(where, 'pack', () => ask('packEvidence', { ...place, signed: sealed! })));
    const asked = { ...place, query, recommended: [recommended] };
    samples.push(await measured(where, 'agency', () => ask('readAgency', asked)));
    verdicts.add(canonicalJson({ ...verdict, attempt_id: '' }));
  }

  // A warm-up for the compiler, not counted.
  for (const [where, ask] of PLACES) await attempt(where, ask, calls.slice(0, 100));
  samples.splice(0);
  verdicts.clear();
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [where, ask] of PLACES) await attempt(where, ask, calls);
  }

  const length = calls.reduce((sum, each) => sum + Buffer.byteLength(JSON.stringify(each)), 0);
  console.log(
    `${calls.length} calls, ${(length / 1e6).toFixed(1)} MB; ${values.rounds} rounds, medians; idle loop ${idle.stall.toFixed(1)} ms\n`,
  );
  console.log('                                 longest stall ms  main-thread CPU ms   wall ms');
  for (const part of PARTS) {
    const of = (where: string, field: 'stall' | 'mainProcessor' | 'wall') =>
      median(samples.filter((each) => each.part === part && each.where === where).map((each) => each[field]));
    for (const [where] of PLACES) {
      const [stall, processor, wall] = [of(where, 'stall'), of(where, 'mainProcessor'), of(where, 'wall')];
      console.log(
        `${part.padEnd(15)} ${where.padEnd(16)} ${stall.toFixed(0).padStart(16)} ${processor.toFixed(0).padStart(19)} ${wall.toFixed(0).padStart(9)}`,
      );
    }
    const ratio = (field: 'stall' | 'mainProcessor') => of('main thread', field) / of('evidence thread', field);
    console.log(
      `${''.padEnd(15)} ${'ratio'.padEnd(16)} ${`${ratio('stall').toFixed(0)}×`.padStart(16)} ${`${ratio('mainProcessor').toFixed(0)}×`.padStart(19)}`,
    );
  }
  console.log(`\n${verdicts.size === 1 ? 'Every verdict is the same.' : `${verdicts.size} different verdicts.`}`);
  await measureRecording(search, Number(values.rounds));
  await search.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
