import { z } from 'zod';
import type { Call } from '../../../gateway/call.ts';

const part = z.union([
  z.string(),
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.unknown().transform(() => ''),
]);

const text = z
  .union([z.string(), z.array(part).transform((parts) => parts.join(''))])
  .nullish()
  .catch(undefined);

/** Of several choices the first, which is the one that agents read. */
const completionSchema = z.object({
  choices: z.tuple(
    [z.object({ message: z.object({ content: text, reasoning_content: text, reasoning: text }) })],
    z.unknown(),
  ),
});

/**
 * What a model said in a recorded call: its reasoning, where the provider sends that apart, then its content, with a
 * line break between the two. Character spans of a judge's evidence count in this text.
 */
export function completionText(call: Call): string {
  if (call.kind !== 'inference' || call.status !== 200) return '';
  const parsed = completionSchema.safeParse(call.response);
  if (!parsed.success) return '';
  const { content, reasoning_content, reasoning } = parsed.data.choices[0].message;
  return [reasoning_content || reasoning, content].filter(Boolean).join('\n');
}
