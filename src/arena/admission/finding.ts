import { shortenToWidth } from '../../text/shorten.ts';
import { FINDINGS, type FindingClass, type FindingCode } from './finding-code.ts';

export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** One finding about a contestant's file. The contestant sees it, so every word in it is about their own text. */
export interface Finding extends SourcePosition {
  readonly rule: string;
  readonly class: FindingClass;
  readonly code: FindingCode;
  readonly message: string;
  readonly why: string;
  readonly fix: string;
}

export function finding(code: FindingCode, { line, column }: SourcePosition, message: string): Finding {
  const { rule, class: kind, why, fix } = FINDINGS[code];
  return { rule, class: kind, code, line, column, message, why, fix };
}

const LONGEST_QUOTE = 60;

/** Quotes part of the contestant's own text, shortened and on one line. */
export function quote(text: string): string {
  return `“${shortenToWidth(text.replaceAll(/\s+/g, ' ').trim(), LONGEST_QUOTE)}”`;
}
