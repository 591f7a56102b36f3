import { randomUUID } from 'node:crypto';
import type { UnchainedCall } from '../../gateway/calls/call-recorder.ts';
import { FileCallRecorder } from '../../gateway/calls.ts';
import { DEFAULT_GATEWAY_LIMITS } from '../../gateway/gateway-limits.ts';
import { type Hotkey, hotkeyFromSeed } from '../../identity/hotkey.ts';
import { DEFAULT_LIMITS, type SandboxOutcome } from '../../sandbox/sandbox.ts';
import { limitsField, sandboxField } from '../record/attempt-fields.ts';
import type { AttemptResult, AttemptStore, NewAttempt } from '../record/attempt-store.ts';
import type { SealedAttempt } from '../record/seal-attempt.ts';
import type { WorkingAttempt } from '../record/working-attempt.ts';

/** Attempts for tests, recorded by the gateway's own recorder and as complete as real ones. */

export const SAMPLE_HOTKEY: Hotkey = hotkeyFromSeed(new Uint8Array(32).fill(7));

export function sampleAttempt(rest: Partial<NewAttempt> = {}): NewAttempt {
  return {
    run_id: randomUUID(),
    problem: { problem_id: 'p-1', query: 'a red lamp under 500 pesos' },
    agent: { name: 'agent.py', source: Buffer.from('def agent_main(problem_data):\n    return []\n') },
    validator: SAMPLE_HOTKEY.address,
    sandbox: sandboxField({ driver: 'sample', tier: 1, python: '3.12.1', architecture: 'x64', cgroup: null }),
    model: 'house/adept',
    simulated: true,
    limits: { sandbox: limitsField(DEFAULT_LIMITS), gateway: limitsField(DEFAULT_GATEWAY_LIMITS) },
    ...rest,
  };
}

export const SAMPLE_CALLS: readonly UnchainedCall[] = [
  {
    ...sampleCall('inference', '/inference/chat/completions', 2),
    method: 'POST',
    request: { model: 'house/adept', messages: [{ role: 'user', content: 'a red lamp, très bon' }] },
    response: { choices: [{ message: { tool_calls: [{ function: { name: 'find_product' } }] } }] },
    usage: { prompt_tokens: 120, completion_tokens: 30 },
    price_microdollars: 45,
  },
  {
    ...sampleCall('search', '/search/find_product', 1),
    parameters: { q: 'red lamp', page: '1' },
    response: [{ product_id: '1' }, { product_id: '2' }],
  },
  {
    ...sampleCall('refused', '/etc/passwd', 0),
    status: 403,
    response: { error: 'forbidden' },
  },
];

function sampleCall(kind: UnchainedCall['kind'], path: string, duration_ms: number): UnchainedCall {
  return {
    time: '2026-03-01T10:00:00.000Z',
    kind,
    method: 'GET',
    path,
    parameters: {},
    request: null,
    status: 200,
    response: null,
    duration_ms,
    usage: null,
    price_microdollars: null,
    fault: null,
  };
}

export const SAMPLE_OUTCOME: SandboxOutcome = {
  ending: { kind: 'finished', exitCode: 0 },
  answer: Buffer.from('[]'),
  standardOutput: Buffer.from('looking for lamps\n'),
  standardError: Buffer.from('warning: none found\n'),
  wallMilliseconds: 1234.4,
  cpuMilliseconds: 321.2,
  peakMemoryBytes: 12_345_678,
  exact: true,
};

export const SAMPLE_RESULT: AttemptResult = {
  outcome: SAMPLE_OUTCOME,
  fault: null,
  dialogue: Buffer.from('[{"step":1}]'),
};

export async function recordCalls(working: WorkingAttempt, calls = SAMPLE_CALLS): Promise<string> {
  const recorder = FileCallRecorder.open(working.folder, working.opening);
  for (const call of calls) await recorder.record(call);
  await recorder.close();
  return recorder.head;
}

export async function sealSample(
  store: AttemptStore,
  rest: Partial<NewAttempt> = {},
  result = SAMPLE_RESULT,
  calls = SAMPLE_CALLS,
): Promise<SealedAttempt> {
  const working = await store.begin(sampleAttempt(rest));
  const callsHead = await recordCalls(working, calls);
  return await store.finish(working, { ...result, callsHead }, SAMPLE_HOTKEY);
}
