import { z } from 'zod';
import { parseBoundedJson } from '../store/parse-bounded-json.ts';
import type { ChatUsage } from './inference.ts';

/** Beyond any model's context; a provider that says more is not believed, and prices stay exact. */
const tokens = z.int().min(0).max(1_000_000_000);

const usageSchema = z.object({ usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }) });

/** What a provider's answer says about its tokens, or `null`. */
export function readUsage(body: string): ChatUsage | null {
  const json = parseBoundedJson(body, {
    maxBytes: Infinity,
    maxDepth: 512,
    maxNodes: 1_000_000,
    allowUnsafeIntegers: true,
    allowReservedKeys: true,
  });
  const parsed = usageSchema.safeParse(json.ok ? json.value : undefined);
  return parsed.success ? parsed.data.usage : null;
}
