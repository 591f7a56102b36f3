import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type RowMessage, rowMessageSchema } from '../../src/chat/schema.ts';
import { listOf, objectOf, textOf } from '../../src/json/json-object.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { sftRow } from '../../src/training/rows/sft-rows.ts';
import type { SftRow } from '../../src/training/rows.ts';
import { MISTAKES, type Mistake } from './make-mistake.ts';
import { isOneShop } from './name-shops.ts';

/** A successful episode with one mistake. `at` is the place of the message that makes it. */
export interface MistakenEpisode {
  readonly problem_id: string;
  readonly mistake: Mistake;
  readonly at: number;
  readonly messages: readonly RowMessage[];
}

const mistakenEpisodeSchema: z.ZodType<MistakenEpisode> = z.strictObject({
  problem_id: z.string(),
  mistake: z.enum(MISTAKES),
  at: z.int().nonnegative(),
  messages: z.array(rowMessageSchema),
});

/** Whether a result shows the mistake. Pages of other products always show that the right ones were not opened. */
export function noticedIn(episode: MistakenEpisode): boolean {
  return episode.mistake === 'open' || objections(episode) !== '';
}

export async function readMistaken(file: string): Promise<readonly MistakenEpisode[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => mistakenEpisodeSchema.parse(JSON.parse(line)));
}

/** The mistake is not trained on, and the next answer says what was wrong. `edit` shortens the words. */
export function correctedRow(
  episode: MistakenEpisode,
  tools: string,
  edit: (messages: readonly RowMessage[]) => readonly RowMessage[],
): SftRow {
  const { problem_id, mistake, at, messages } = episode;
  const next = correctionOf(episode);
  const said = edit(messages).map((message, place) =>
    place === next ? { ...message, content: `${objections(episode)}${message.content}` } : message,
  );
  const id = `mistake:${problem_id}:${mistake}`;
  const row = sftRow({ id, problem_id, source: 'teacher', success: true, simulated: true, messages: said, tools }, 1);
  return {
    ...row,
    messages: row.messages.map((message, place) => (place === at ? { ...message, trained: false } : message)),
  };
}

/** The place of the answer after the mistake. */
function correctionOf({ messages, at }: MistakenEpisode): number {
  return messages.findIndex(({ role }, place) => place > at && role === 'assistant');
}

/** What the checks say against the chosen products; empty if nothing. */
function objections(episode: MistakenEpisode): string {
  const { messages, at } = episode;
  const next = correctionOf(episode);
  const after = messages
    .slice(next + 1)
    .map(checked)
    .find((product) => product !== undefined);
  const shop = isOneShop(messages) ? after?.shop : undefined;
  return messages
    .slice(at + 1, next)
    .map(checked)
    .map((product) => (product === undefined ? '' : objection(product, shop)))
    .join('');
}

interface Checked {
  readonly id: string;
  readonly shop: string | undefined;
  readonly missing: readonly string[];
}

/** The product of a check, and what it lacks. */
function checked(message: RowMessage): Checked | undefined {
  const json = message.role === 'tool' ? parseJson(message.content) : undefined;
  const result = objectOf(json?.ok === true ? json.value : undefined);
  const product = objectOf(result.product_summary);
  const id = textOf(product.product_id);
  const mismatches = result.matched === false ? listOf(result.mismatches).map(objectOf) : [];
  return id === undefined ? undefined : { id, shop: textOf(product.shop_id), missing: mismatches.map(requirement) };
}

function objection({ id, shop, missing }: Checked, wanted: string | undefined): string {
  if (missing.length > 0) return `${id} does not fit: not ${missing.join(', not ')}. `;
  return wanted === undefined || shop === wanted ? '' : `${id} is from shop ${shop}. `;
}

function requirement({ requirement: name, wanted }: Readonly<Record<string, unknown>>): string {
  return `${textOf(name) ?? ''} ${textOf(wanted) ?? JSON.stringify(wanted)}`;
}
