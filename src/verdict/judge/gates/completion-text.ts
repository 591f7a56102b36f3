import { type ChatCompletion, readResponse } from '../../../chat/read-response.ts';
import type { Call } from '../../../gateway/calls.ts';

/**
 * What a model said in a recorded call: its reasoning, if the provider returns it separately, then its text, joined by
 * a line break. Character spans in a judge's evidence refer to this text.
 */
export function completionText(call: Pick<Call, 'kind' | 'status' | 'response'>): string {
  if (call.kind !== 'inference' || call.status !== 200) return '';
  const completion = readResponse(call.response);
  return completion === undefined ? '' : spokenText(completion);
}

export function spokenText({ reasoning, text }: Pick<ChatCompletion, 'reasoning' | 'text'>): string {
  return [reasoning, text].filter(Boolean).join('\n');
}
