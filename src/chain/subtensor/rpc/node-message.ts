import { z } from 'zod';
import { parseJson } from '../../../json/parse-json.ts';

export type NodeMessage =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | {
      readonly kind: 'refusal';
      readonly id: number;
      readonly code: number;
      readonly message: string;
      readonly detail: string;
    }
  | { readonly kind: 'news'; readonly subscription: string; readonly result: unknown };

const refusalSchema = z.object({
  id: z.int(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
});
const resultSchema = z.object({ id: z.int(), result: z.unknown() });
const newsSchema = z.object({
  params: z.object({ subscription: z.union([z.string(), z.number()]), result: z.unknown() }),
});

/** Parses a message of a node; `undefined` when it is not valid JSON-RPC. */
export function parseNodeMessage(text: unknown): NodeMessage | undefined {
  const json = typeof text === 'string' ? parseJson(text) : undefined;
  if (!json?.ok) return undefined;
  const refusal = refusalSchema.safeParse(json.value);
  if (refusal.success) {
    const { code, message, data } = refusal.data.error;
    const detail = typeof data === 'string' ? data : data === undefined ? '' : JSON.stringify(data);
    return { kind: 'refusal', id: refusal.data.id, code, message, detail };
  }
  const news = newsSchema.safeParse(json.value);
  if (news.success) {
    const { subscription, result } = news.data.params;
    return { kind: 'news', subscription: String(subscription), result };
  }
  const result = resultSchema.safeParse(json.value);
  return result.success ? { kind: 'result', ...result.data } : undefined;
}
