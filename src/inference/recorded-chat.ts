import { z } from 'zod';
import { canonicalJson } from '../store/canonical-json.ts';
import { sha256 } from '../store/sha256.ts';
import type { ChatBody } from './inference.ts';

/** One line of a recording. Keys of providers are no part of it: they travel beside the request, not in it. */
export const recordedChatSchema = z.object({
  hash: z.string(),
  request: z.looseObject({ model: z.string(), messages: z.array(z.unknown()) }),
  outcome: z.union([
    z.object({
      status: z.int(),
      body: z.string(),
      usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullable(),
    }),
    z.object({ failure: z.string() }),
  ]),
});

export type RecordedChat = z.infer<typeof recordedChatSchema>;

/** Two requests that say the same have the same hash, whatever the order of their fields. */
export function requestHash(body: ChatBody): string {
  return sha256(canonicalJson(body));
}
