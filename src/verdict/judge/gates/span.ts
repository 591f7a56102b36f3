import type { Token } from './tokens.ts';

/** A range of characters in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function spanOf(tokens: readonly Token[], from: number, to: number): Span {
  return { start: tokens[from]!.start, end: tokens[Math.min(to, tokens.length) - 1]!.end };
}
