import { isJsonObject, type JsonObject, ownField } from '../../../../src/json/json-object.ts';
import { numberAt, objectAt, textAt } from './field-at.ts';
import type { Quote } from './mark-quotes.ts';
import { type RecordedCall, readRecordedCall } from './recorded-call.ts';

export interface RuleSheet {
  /** Name and version. */
  readonly ruleSet: string;
  /** How titles were compared. */
  readonly titles: string;
  readonly success: boolean;
  readonly scores: Readonly<Record<string, number>>;
  readonly recommended: readonly string[];
  readonly flags: readonly string[];
}

export interface JudgedQuote extends Quote {
  /** Sequence number of the call whose text contains the quote. */
  readonly call: number;
}

export interface JudgementSheet {
  readonly judge: string;
  readonly quality: number | null;
  readonly failedGate: number | null;
  readonly explanation: string;
  readonly quotes: readonly JudgedQuote[];
  /** Number of quotes beyond the limit, which are not read. */
  readonly unreadQuotes: number;
}

/** The evidence that a validator uploaded, prepared for display. A part is `null` if it is missing or unreadable. */
export interface Evidence {
  readonly attempt: JsonObject | null;
  readonly verdict: JsonObject | null;
  readonly receipt: JsonObject | null;
  /** `null` if they were left out because of their size. */
  readonly calls: readonly RecordedCall[] | null;
  /** The calls as uploaded, for verification. */
  readonly rawCalls: readonly unknown[] | null;
  readonly sheets: readonly RuleSheet[];
  readonly judgement: JudgementSheet | null;
}

const MOST_CALLS = 20_000;
const MOST_QUOTES = 200;

export function readEvidence(value: unknown): Evidence | null {
  if (!isJsonObject(value)) return null;
  const verdict = objectAt(value, 'verdict');
  const raw = ownField(value, 'calls');
  const rawCalls = Array.isArray(raw) ? raw.slice(0, MOST_CALLS) : null;
  return {
    attempt: objectAt(value, 'attempt'),
    verdict,
    receipt: objectAt(value, 'receipt'),
    calls: rawCalls === null ? null : rawCalls.flatMap((call) => readRecordedCall(call) ?? []),
    rawCalls,
    sheets: ['rules', 'benchmark'].flatMap((name) => readSheet(objectAt(verdict, name)) ?? []),
    judgement: readJudgement(objectAt(verdict, 'judgement')),
  };
}

function readSheet(sheet: JsonObject | null): RuleSheet | undefined {
  if (sheet === null) return undefined;
  const scores = Object.entries(objectAt(sheet, 'scores') ?? {});
  return {
    ruleSet: `${textAt(sheet, 'rule_set') ?? 'unnamed'} ${numberAt(sheet, 'rule_set_version') ?? ''}`.trim(),
    titles: textAt(objectAt(sheet, 'titles'), 'measure') ?? 'lexical',
    success: ownField(sheet, 'success') === true,
    scores: Object.fromEntries(scores.filter((score): score is [string, number] => typeof score[1] === 'number')),
    recommended: textsAt(sheet, 'recommended'),
    flags: textsAt(sheet, 'flags'),
  };
}

function readJudgement(judgement: JsonObject | null): JudgementSheet | null {
  if (judgement === null) return null;
  const evidence = ownField(judgement, 'evidence');
  const all = Array.isArray(evidence) ? evidence : [];
  const quotes = all.slice(0, MOST_QUOTES);
  const judge = [textAt(judgement, 'judge') ?? 'unnamed', numberAt(judgement, 'judge_version') ?? ''];
  return {
    judge: [...judge, ...textsAt(judgement, 'models')].join(' ').trim(),
    quality: numberAt(judgement, 'quality'),
    failedGate: numberAt(judgement, 'failed_gate'),
    explanation: textAt(judgement, 'explanation') ?? '',
    quotes: quotes.map((quote, id) => ({
      id,
      gate: numberAt(quote, 'gate') ?? 0,
      call: numberAt(quote, 'call') ?? 0,
      start: numberAt(quote, 'start') ?? -1,
      end: numberAt(quote, 'end') ?? -1,
      quote: textAt(quote, 'quote') ?? '',
    })),
    unreadQuotes: all.length - quotes.length,
  };
}

function textsAt(value: unknown, key: string): string[] {
  const field = ownField(value, key);
  return Array.isArray(field) ? field.filter((text) => typeof text === 'string') : [];
}
