import { type OpenAiTool, openAiTools } from '../../tools/openai-tools.ts';
import { FOUR_TOOLS, SEVEN_TOOLS, withWebSearch } from '../../tools/shopping-tools.ts';
import type { Tool } from '../../tools/tool.ts';
import { DEFAULT_MAX_OBSERVATION } from './shorten-observation.ts';
import { systemPrompt } from './system-prompt.ts';

/** How many tools a model is given. Results of the two are not comparable. */
export type HarnessSize = 4 | 7;

/** Native tool calls, or calls as text between tags for endpoints that know no tools. */
export const CALL_FORMS = ['native', 'tagged'] as const;
export type CallForm = (typeof CALL_FORMS)[number];

export interface Harness {
  readonly size: HarnessSize;
  readonly form: CallForm;
  readonly tools: readonly Tool[];
  /** The schemas as a native request carries them; none for tagged text, whose prompt holds them. */
  readonly schemas: readonly OpenAiTool[];
  readonly system: string;
  /** The most characters of one result that the model is shown. */
  readonly maxObservation: number;
}

/**
 * Goes up when a model would see other words or other tools, or when episodes end otherwise: numbers of different versions
 * are not comparable.
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
