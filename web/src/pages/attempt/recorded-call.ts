import { type FunctionCall, readResponse } from '../../../../src/chat/read-response.ts';
import { answererOf } from '../../../../src/gateway/answerer-of.ts';
import type { Call } from '../../../../src/gateway/calls.ts';
import type { AnsweredBy } from '../../../../src/inference/inference.ts';
import { numberOf, objectOf, ownField, textOf } from '../../../../src/json/json-object.ts';
import { completionText } from '../../../../src/verdict/browser.ts';

/**
 * A call recorded by the gateway, prepared for display. Unreadable fields are empty, and the page says so where it
 * matters.
 */
export interface RecordedCall {
  readonly sequence: number;
  readonly kind: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly request: unknown;
  readonly response: unknown;
  readonly status: number;
  readonly milliseconds: number | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** The tokens are estimated by the gateway, because the provider's counts were missing or implausible. */
  readonly tokensEstimated: boolean;
  readonly microdollars: number | null;
  readonly fault: string | null;
  /** The model that answered, as the gateway recorded it; `null` for other calls. */
  readonly answeredBy: AnsweredBy | null;
  /** The model's answer as the text that the judge's quotes refer to; empty for other calls. */
  readonly text: string;
  /** Length of the reasoning at the beginning of `text`: sent separately by the provider, or between tags. */
  readonly reasoningLength: number;
  readonly emitted: readonly FunctionCall[];
}

export function readRecordedCall(value: unknown): RecordedCall | undefined {
  const sequence = ownField(value, 'sequence');
  const kind = ownField(value, 'kind');
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || typeof kind !== 'string') return undefined;
  const usage = ownField(value, 'usage');
  const milliseconds = numberOf(ownField(value, 'duration_ms'));
  const response = ownField(value, 'response');
  const text = completionText(value as Call);
  const completion = kind === 'inference' ? readResponse(response) : undefined;
  return {
    sequence,
    kind,
    path: textOf(ownField(value, 'path')) ?? '',
    parameters: objectOf(ownField(value, 'parameters')),
    request: ownField(value, 'request'),
    response,
    status: numberOf(ownField(value, 'status')) ?? 0,
    // The record has microseconds so that copies can be detected; readers do not need them.
    milliseconds: milliseconds === undefined ? null : Math.round(milliseconds),
    promptTokens: numberOf(ownField(usage, 'prompt_tokens')) ?? null,
    completionTokens: numberOf(ownField(usage, 'completion_tokens')) ?? null,
    tokensEstimated: ownField(usage, 'estimated') !== undefined,
    microdollars: numberOf(ownField(value, 'price_microdollars')) ?? null,
    fault: textOf(ownField(value, 'fault')) || null,
    answeredBy: readAnswerer(value),
    text,
    reasoningLength: text === '' ? 0 : reasoningLengthOf(text, completion?.reasoning ?? ''),
    emitted: completion?.toolCalls ?? [],
  };
}

const INLINE_REASONING = /^\s*<think>[\s\S]*?<\/think>/;

function reasoningLengthOf(text: string, reasoning: string): number {
  return reasoning !== '' ? reasoning.length : (INLINE_REASONING.exec(text)?.[0].length ?? 0);
}

/** The evidence was uploaded by a validator and may contain anything. */
function readAnswerer(call: unknown): AnsweredBy | null {
  const answerer = answererOf(call as Call);
  const model = textOf(ownField(answerer, 'model'));
  if (model === undefined) return null;
  const endpoint = textOf(ownField(answerer, 'endpoint')) ?? '';
  return { model, endpoint, simulated: ownField(answerer, 'simulated') === true };
}
