import { z } from 'zod';
import { parseBoundedJson } from '../../../json/parse-bounded-json.ts';
import { QUALITIES, type Quality } from '../../verdict.ts';
import { neutralise } from './neutralise.ts';

export interface Opinion {
  readonly quality: Quality;
  readonly explanation: string;
}

const BOUNDS = { maxBytes: 64 * 1024, maxDepth: 8, maxNodes: 200 };
const MAX_EXPLANATION = 500;

const opinionSchema = z.object({
  explanation: z.string().min(1),
  gates: z.tuple([z.boolean(), z.boolean(), z.boolean(), z.boolean()]),
});

/**
 * Reads a judge's answer. The judge decides gates, and the grade is derived from them here, because small models give
 * numbers that contradict their own words. The answer must be a single JSON object, optionally in a fence or after a
 * closed thought. Taking the last object of a longer text would let an agent have its own object quoted as the judge's.
 */
export function readOpinion(answer: string): Opinion | undefined {
  const json = parseBoundedJson(withoutFence(withoutThought(answer.trim())), BOUNDS);
  const parsed = opinionSchema.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) return undefined;
  const { gates, explanation } = parsed.data;
  const failed = gates.indexOf(false);
  const quality = QUALITIES[failed === -1 ? gates.length : failed]!;
  return { quality, explanation: neutralise(explanation, MAX_EXPLANATION) };
}

function withoutThought(text: string): string {
  const end = text.startsWith('<think>') ? text.lastIndexOf('</think>') : -1;
  return end === -1 ? text : text.slice(end + '</think>'.length).trim();
}

function withoutFence(text: string): string {
  const opening = /^```(?:json)?\n/.exec(text)?.[0];
  return opening !== undefined && text.endsWith('```') ? text.slice(opening.length, -'```'.length) : text;
}
