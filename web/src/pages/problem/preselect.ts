import type { ProblemAttemptWire } from '../../../../src/board/wire.ts';

/**
 * The two attempts to compare unless the reader chooses others: one that solved the problem and one that did not, and if
 * all ended alike, the first two. Attempts whose logs can be read come before others.
 */
export function preselect(attempts: readonly ProblemAttemptWire[]): readonly ProblemAttemptWire[] {
  const readable = attempts.filter(({ are_logs_shown }) => are_logs_shown);
  const choice = readable.length > 1 ? readable : attempts;
  const left = choice.find(({ status }) => status === 'SUCCESS') ?? choice[0];
  if (left === undefined) return [];
  const others = choice.filter((attempt) => attempt !== left);
  const right = others.find(({ status }) => status !== 'SUCCESS') ?? others[0];
  return right === undefined ? [left] : [left, right];
}
