import { isJsonObject, type JsonObject, ownField } from '../../../../src/json/json-object.ts';
import { numberAt, objectAt, textAt } from './field-at.ts';
import type { VerifyCheck } from './verify-evidence.ts';

/** The result that counts in the arena: the validator reports it separately from what it signs. */
export interface ReportedResult {
  readonly status: string;
  readonly score: number | null;
  readonly reasoning_score: number | null;
}

const SCORE = 'The result that counts matches the signed verdict';
const QUALITY = 'The reasoning quality that counts matches the signed verdict';
const UNFINISHED: ReadonlySet<string> = new Set(['PENDING', 'RUNNING']);

/**
 * Compares the reported result with the verdict, by the rule that validators report by: score 1 for success under the
 * strict rules, otherwise 0.
 */
export function checkResult(
  attempt: JsonObject,
  verdict: JsonObject | null,
  reported: ReportedResult | null,
): readonly VerifyCheck[] {
  const unchecked = (detail: string) => [SCORE, QUALITY].map((what) => ({ what, ok: null, detail }));
  if (reported === null) return unchecked('the arena shows no result for this attempt');
  if (UNFINISHED.has(reported.status)) return unchecked('the arena has no final result for this attempt yet');
  if (verdict === null) return unchecked('there is no verdict in the file');
  return [checkScore(attempt, objectAt(verdict, 'rules'), reported), checkQuality(verdict, reported)];
}

function checkScore(attempt: JsonObject, rules: JsonObject | null, reported: ReportedResult): VerifyCheck {
  const success = ownField(rules, 'success');
  if (typeof success !== 'boolean') return { what: SCORE, ok: false, detail: 'the verdict does not say how it ended' };
  const isLate = textAt(objectAt(attempt, 'fault'), 'code') === 'AGENT_OUT_OF_TIME';
  const status = success ? 'SUCCESS' : isLate ? 'TIMED_OUT' : 'FAILED';
  const due = `${status}, score ${success ? 1 : 0}`;
  const found = `${reported.status}, score ${reported.score ?? 'none'}`;
  return { what: SCORE, ok: found === due, detail: found === due ? found : `${found} reported, ${due} signed` };
}

function checkQuality(verdict: JsonObject, { reasoning_score: reported }: ReportedResult): VerifyCheck {
  const judgement = ownField(verdict, 'judgement');
  const signed = numberAt(judgement, 'quality');
  const ok = isJsonObject(judgement) && signed === reported;
  const said = (quality: number | null): string => (quality === null ? 'not judged' : String(quality));
  return { what: QUALITY, ok, detail: ok ? said(signed) : `${said(reported)} reported, ${said(signed)} signed` };
}
