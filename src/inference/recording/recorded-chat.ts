import { z } from 'zod';
import { type ChatRequest, chatRequestSchema, chatUsageSchema } from '../../chat/schema.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';

/** One line of a recording. It contains no provider keys: they are sent beside the request, not in it. */
export const recordedChatSchema = z.object({
  hash: z.string(),
  request: chatRequestSchema,
  outcome: z.union([
    z.object({
      status: z.int(),
      body: z.string(),
      usage: chatUsageSchema.nullable(),
      answered_by: z.object({
        model: z.string(),
        unnamed: z.literal(true).exactOptional(),
        endpoint: z.string(),
        simulated: z.boolean(),
      }),
    }),
    z.object({ failure: z.string() }),
  ]),
});

export type RecordedChat = z.infer<typeof recordedChatSchema>;

/** Hash of a request, independent of the order of its fields. */
export function requestHash(body: ChatRequest): string {
  return sha256(canonicalJson(body));
}
