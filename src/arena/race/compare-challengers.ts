import { holm } from '../../statistics/holm.ts';
import { counted } from '../../text/counted.ts';
import { type PairedDifference, type ProblemScores, pairedDifference } from './paired-difference.ts';
import { SIGNIFICANCE_LEVEL } from './significance-level.ts';

export interface Comparison extends PairedDifference {
  readonly agentVersionId: string;
  /** The probability with Holm's correction for all challengers of the race. */
  readonly adjustedProbability: number;
  readonly tried: number;
  /** For the result page. */
  readonly remark: string;
}

/** Compares each challenger with the incumbent, in the given order. */
export function compareChallengers(
  challengers: ReadonlyMap<string, ProblemScores>,
  incumbent: ProblemScores,
  seed: number,
): Comparison[] {
  const pairs = Array.from(challengers, ([agentVersionId, scores]) => ({
    agentVersionId,
    ...pairedDifference(scores, incumbent, seed),
  }));
  const adjusted = holm(pairs.map(({ probability }) => probability));
  return pairs.map((pair, index) => {
    const compared = { ...pair, adjustedProbability: adjusted[index]!, tried: pairs.length };
    return { ...compared, remark: remarkOn(compared) };
  });
}

function remarkOn({ difference, interval, problems, adjustedProbability, tried }: Omit<Comparison, 'remark'>): string {
  const size = `${signed(difference)} (95 %: ${signed(interval.low)} to ${signed(interval.high)}, ${counted(problems, 'problem')})`;
  const among = tried === 1 ? 'the only challenger' : `one of ${tried} challengers`;
  const verdict =
    adjustedProbability < SIGNIFICANCE_LEVEL
      ? `statistically significant (p = ${adjustedProbability.toFixed(3)})`
      : 'not statistically significant';
  return `${size}; ${among}; ${verdict}`;
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  if (Number(text) === 0) return '0.000';
  return `${value < 0 ? '−' : '+'}${text}`;
}
