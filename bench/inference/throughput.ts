import { readUsage } from '../../src/chat/read-response.ts';
import type { ChatRequest } from '../../src/chat/schema.ts';
import type { Inference } from '../../src/inference/inference.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { processorMilliseconds } from './processor-time.ts';

export interface Measured {
  readonly rate: number;
  /** Milliseconds of processor time per counted unit. */
  readonly processor: number | null;
}

/** Completion tokens per second and processor time per token, with this many concurrent requests. */
export async function tokensPerSecond(
  inference: Inference,
  chat: (number: number) => ChatRequest,
  { atOnce, requests }: { readonly atOnce: number; readonly requests: number },
): Promise<Measured> {
  let next = 0;
  let tokens = 0;
  const worker = async (): Promise<void> => {
    while (next < requests) {
      const { status, body } = await inference.chat(chat(next++));
      const json = parseJson(body);
      const usage = json.ok ? readUsage(json.value) : null;
      if (status !== 200 || usage === null) throw new Error(`It answered ${status}: ${body.slice(0, 300)}`);
      tokens += usage.completion_tokens;
    }
  };
  const processor = processorMilliseconds();
  const started = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  const rate = tokens / ((performance.now() - started) / 1000);
  return { rate, processor: processor === null ? null : (processorMilliseconds()! - processor) / tokens };
}
