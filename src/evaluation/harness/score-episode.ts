import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import type { TitleMeasure } from '../../problems/satisfy.ts';
import { gradeAttempt } from '../../verdict/grade-attempt.ts';
import { UNJUDGED } from '../../verdict/unjudged.ts';
import type { RuleVerdict } from '../../verdict/verdict.ts';
import { whyFailed } from '../../verdict/why-failed.ts';
import type { RecordingMarketView } from './recording-market-view.ts';
import type { RunCall } from './run-call.ts';

export interface ToldTurn {
  readonly thought: string;
  readonly calls: readonly NonNullable<RunCall['told']>[];
}

export interface EpisodeScores {
  readonly strict: RuleVerdict;
  readonly benchmark: RuleVerdict;
  readonly failure: string | null;
}

/** Scores an episode with both rule sets of the arena, from the calls made and the products shown. */
export async function scoreEpisode(
  problem: Problem,
  told: readonly ToldTurn[],
  market: RecordingMarketView,
  search: Pick<Search, 'products'>,
  titles?: TitleMeasure,
): Promise<EpisodeScores> {
  const dialogue = told.map(({ thought, calls }, place) => ({
    completion: { message: { think: thought, tool_call: calls } },
    extra_info: { step: place + 1, timestamp: place + 1 },
  }));
  const evidence = { problem, dialogue, calls: market.calls, fault: null };
  const { rules, benchmark } = await gradeAttempt('', evidence, { search, titles, judge: async () => UNJUDGED });
  return { strict: rules, benchmark, failure: whyFailed(problem, null, rules) };
}
