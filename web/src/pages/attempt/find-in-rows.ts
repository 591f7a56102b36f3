import type { Row } from './build-rows.ts';
import type { PromptReader } from './prompt-reader.ts';
import { callsOf } from './row-label.ts';

/** Limit for one text; an answer may have megabytes. */
const MOST_LETTERS = 100_000;
const texts = new WeakMap<Row, string>();

/**
 * Indexes of the rows whose claims or recorded calls contain the words, ignoring case; with `prompts` also rows whose
 * prompt contains them in its new messages. Whole prompts repeat earlier ones, so a word of the first would be found in
 * every row.
 */
export function findInRows(rows: readonly Row[], words: string, prompts?: PromptReader): readonly number[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  return rows.flatMap((row, index) =>
    textOf(row).includes(wanted) || (prompts !== undefined && isInPrompts(row, prompts, wanted)) ? [index] : [],
  );
}

function isInPrompts(row: Row, prompts: PromptReader, wanted: string): boolean {
  return callsOf(row).some((call) =>
    prompts.read(call)?.fresh.some(({ text }) => text.slice(0, MOST_LETTERS).toLowerCase().includes(wanted)),
  );
}

function textOf(row: Row): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const told =
    row.kind === 'call'
      ? []
      : [
          row.step.think,
          row.step.response,
          ...row.step.calls.flatMap(({ name, parameters, result }) => [name, parameters, result]),
        ];
  const recorded = callsOf(row).flatMap((call) => [
    `#${call.sequence} ${call.path}`,
    call.parameters,
    call.text,
    ...call.emitted.flatMap(({ name, arguments: given }) => [name, given]),
    call.kind === 'inference' ? null : call.response,
  ]);
  const text = [...told, ...recorded]
    .map((part) => (typeof part === 'string' ? part : (JSON.stringify(part) ?? '')).slice(0, MOST_LETTERS))
    .join('\n')
    .toLowerCase();
  texts.set(row, text);
  return text;
}
