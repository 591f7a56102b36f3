import { z } from 'zod';

const toolCall = z.object({ function: z.object({ name: z.string(), arguments: z.string() }) });

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z.array(z.unknown()).nullish(),
        }),
      }),
    )
    .min(1),
});

/** What a model said and which tools it called, out of a recorded answer; nothing when it is no chat completion. */
export function completionOf(response: unknown): { readonly text: string; readonly toolCalls: readonly string[] } {
  const parsed = completion.safeParse(response);
  if (!parsed.success) return { text: '', toolCalls: [] };
  const { content, tool_calls } = parsed.data.choices[0]!.message;
  const calls = (tool_calls ?? []).flatMap((each) => {
    const call = toolCall.safeParse(each);
    return call.success ? [`${call.data.function.name}(${call.data.function.arguments})`] : [];
  });
  return { text: content ?? '', toolCalls: calls };
}
