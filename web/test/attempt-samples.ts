import type { UnchainedCall } from '../../src/gateway/calls/call-recorder.ts';
import type { Evidence, RuleVerdict } from '../../src/verdict/verdict.ts';
import type { StagedAttempt } from './attempt-stage.ts';

/** Parts of attempts for tests, in the formats of the kit and the gateway. */

const BASE = {
  time: '2026-03-01T10:00:00.000Z',
  method: 'GET',
  parameters: {},
  request: null,
  status: 200,
  duration_ms: 3,
  usage: null,
  price_microdollars: null,
  fault: null,
} as const;

export function completion(
  content: string,
  asked: readonly { readonly name: string; readonly arguments: string }[] = [],
): UnchainedCall {
  const tool_calls = asked.map((each) => ({ function: each }));
  return {
    ...BASE,
    kind: 'inference',
    method: 'POST',
    path: '/inference/chat/completions',
    request: { model: 'sample', messages: [{ role: 'user', content }] },
    response: { choices: [{ message: { content, tool_calls } }] },
    usage: { prompt_tokens: 100, completion_tokens: 40 },
    price_microdollars: 10,
  };
}

export function search(parameters: Readonly<Record<string, string>>, response: unknown): UnchainedCall {
  return { ...BASE, kind: 'search', path: '/search/find_product', parameters, response };
}

type ToldCall = readonly [name: string, parameters: unknown, result: unknown];

export function told(step: number, think: string, calls: readonly ToldCall[]): unknown {
  const tool_call = calls.map(([name, parameters, result]) => ({ name, parameters, result }));
  return { completion: { message: { think, tool_call, response: think } }, extra_info: { step } };
}

interface StagedVerdict {
  readonly explanation?: string;
  readonly judge?: string;
  readonly evidence?: readonly Evidence[];
  readonly recommended?: readonly string[];
}

export function stagedVerdict(rest: StagedVerdict = {}): StagedAttempt['verdict'] {
  const { explanation = 'All gates passed.', judge = 'gates', evidence = [], recommended = ['11'] } = rest;
  const scores = {
    gt: 0,
    rule: 0.5,
    product: 1,
    title: 1,
    price: 0,
    service: 0,
    'sku & attrs': 1,
    format: 1,
    length: 1,
  };
  const rules: RuleVerdict = {
    rule_set: 'production-strict',
    rule_set_version: 1,
    scores,
    success: false,
    recommended,
    flags: ['unseen_product'],
  };
  return {
    rules,
    benchmark: { ...rules, rule_set: 'benchmark', scores: { ...scores, price: 1 } },
    judgement: { judge, judge_version: 1, models: [], quality: 0.9, failed_gate: null, explanation, evidence },
  };
}
