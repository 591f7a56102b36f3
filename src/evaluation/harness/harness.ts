import { type OpenAiTool, openAiTools } from '../../tools/openai-tools.ts';
import { FOUR_TOOLS, SEVEN_TOOLS, withWebSearch } from '../../tools/shopping-tools.ts';
import type { Tool } from '../../tools/tool.ts';
import { DEFAULT_MAX_OBSERVATION } from './shorten-observation.ts';
import { systemPrompt } from './system-prompt.ts';

/** Number of tools the model is given. Results with different numbers are not comparable. */
export type HarnessSize = 4 | 7;

/** Native tool calls, or calls as tagged text for endpoints without tool support. */
export const CALL_FORMS = ['native', 'tagged'] as const;
export type CallForm = (typeof CALL_FORMS)[number];

export interface Harness {
  readonly size: HarnessSize;
  readonly form: CallForm;
  readonly tools: readonly Tool[];
  /** Schemas for a native request. Empty for tagged text, where the prompt contains them. */
  readonly schemas: readonly OpenAiTool[];
  readonly system: string;
  /** Maximum characters of one result that the model is shown. */
  readonly maxObservation: number;
}

/**
 * Incremented when a model would see other words or tools, or when episodes would end differently. Numbers of different
 * versions are not comparable.
 */
export const HARNESS_VERSION = 2;

export function harnessOf(
  size: HarnessSize,
  form: CallForm,
  maxObservation: number = DEFAULT_MAX_OBSERVATION,
  { web = false }: { readonly web?: boolean | undefined } = {},
): Harness {
  const own = size === 4 ? FOUR_TOOLS : SEVEN_TOOLS;
  const tools = web ? withWebSearch(own) : own;
  const schemas = openAiTools(tools.map(({ name }) => name));
  return {
    size,
    form,
    tools,
    schemas: form === 'native' ? schemas : [],
    system: systemPrompt(size, form === 'native' ? [] : schemas, web),
    maxObservation,
  };
}
