import { z } from 'zod';
import type { Call } from '../gateway/calls.ts';
import { shortenToWidth } from '../text/shorten.ts';

/** Model calls that the gateway refused for the same reason, before a model was called. */
export interface RefusedModelCalls {
  readonly reason: string;
  readonly count: number;
}

const requestSchema = z.object({ model: z.string() });
const answerSchema = z.object({ allowed_models: z.array(z.string()) });
const errorSchema = z.object({ error: z.string() }).or(z.object({ detail: z.string() }));

const LONGEST_NAME = 100;
const MOST_MODELS = 8;

/** The refused model calls of one or more attempts, the most frequent reason first. */
export function refusedModelCalls(
  calls: readonly Pick<Call, 'kind' | 'path' | 'status' | 'request' | 'response'>[],
): readonly RefusedModelCalls[] {
  const refused = calls.filter(({ kind, path }) => kind === 'refused' && path.endsWith('/chat/completions'));
  return countReasons(refused.map(reasonOf));
}

/** Sums the reasons of several attempts. */
export function mergeRefusedModelCalls(all: readonly RefusedModelCalls[]): readonly RefusedModelCalls[] {
  const groups = Map.groupBy(all, ({ reason }) => reason);
  return mostFirst([...groups].map(([reason, each]) => ({ reason, count: sum(each.map(({ count }) => count)) })));
}

function countReasons(reasons: readonly string[]): readonly RefusedModelCalls[] {
  return mergeRefusedModelCalls(reasons.map((reason) => ({ reason, count: 1 })));
}

function reasonOf({ status, request, response }: Pick<Call, 'status' | 'request' | 'response'>): string {
  const asked = requestSchema.safeParse(request);
  const answer = answerSchema.safeParse(response);
  if (status === 403 && asked.success && answer.success) {
    const { allowed_models: allowed } = answer.data;
    const more = allowed.length > MOST_MODELS ? `, and ${allowed.length - MOST_MODELS} more` : '';
    const names = allowed.slice(0, MOST_MODELS).map(name).join(', ');
    return `asked for ${name(asked.data.model)}; allowed: ${names}${more}`;
  }
  const error = errorSchema.safeParse(response);
  return error.success ? shortenToWidth(String(Object.values(error.data)[0]), 200) : `answered ${status}`;
}

function name(model: string): string {
  return shortenToWidth(model.replaceAll(/\s+/g, ' '), LONGEST_NAME);
}

function mostFirst(reasons: readonly RefusedModelCalls[]): readonly RefusedModelCalls[] {
  return reasons.toSorted((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
