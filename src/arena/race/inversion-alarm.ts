import { mean } from '../../statistics/mean.ts';
import { oneSidedSignFlip } from '../../statistics/one-sided-sign-flip.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import { counted } from '../../text/counted.ts';
import type { PublishedResult } from './describe-result.ts';

/** Who decides in a version: its model, its program, both, or not measured. */
export type VersionAgency = 'agentic' | 'scripted' | 'mixed' | 'unknown';
export type AgencyOf = (agentVersionId: string) => VersionAgency;

export interface DecidedRaceResult {
  readonly number: number;
  readonly result: Pick<PublishedResult, 'top_agent_version_id' | 'ranking' | 'judge_off'>;
}

export interface InversionAlarm {
  readonly state: 'ok' | 'scripted ahead' | 'judge decided' | 'too little';
  /** Number of races considered. */
  readonly races: number;
  readonly scripted: {
    /** Races in which both kinds finished, and how many of them scripted versions led. */
    readonly compared: number;
    readonly ahead: number;
    /**
     * Mean over these races of the scripted versions' mean score minus that of the agentic ones; `null` without such
     * races.
     */
    readonly difference: number | null;
    /** Probability of a lead at least this large if the kind made no difference; `null` if there are too few races. */
    readonly probability: number | null;
  };
  readonly judge: {
    /** Races whose result without the judge is known for every finisher. */
    readonly compared: number;
    /** Races that another version would have won without the judge. */
    readonly decided: readonly JudgeDecision[];
  };
  /** Summary in a sentence or two. */
  readonly sentence: string;
}

export interface JudgeDecision {
  readonly number: number;
  readonly top: string | null;
  readonly topAgency: VersionAgency;
  readonly topWithoutJudge: string | null;
  readonly topWithoutJudgeAgency: VersionAgency;
}

/**
 * The alarm is computed after every race, so chance gets many tries. Over 90 daily races between equals it gives at
 * least one false alarm in a third of cases; with 0.05 it would in four fifths.
 */
const HIGHEST_PROBABILITY = 0.01;
/** Fewer races cannot be significant, whatever their scores: 2^-7 is the first power of 1/2 below the limit above. */
const FEWEST_RACES = 7;
const DIGITS = 6;

/**
 * Detects whether races reward the wrong thing: programs that decide themselves outscore those whose models decide, or
 * the judge decides who wins.
 *
 * The test is the exact one-sided sign flip over races. A race counts as one observation, however many versions were in
 * it, because they had the same problems and validators. The same versions may be in several races, so the test
 * distinguishes a lead from a lucky draw of problems. It does not predict how other scripted versions would do.
 */
export function inversionAlarm(races: readonly DecidedRaceResult[], agencyOf: AgencyOf): InversionAlarm {
  const scripted = compareKinds(races, agencyOf);
  const judge = compareJudge(races, agencyOf);
  const isScriptedAhead = scripted.probability !== null && scripted.probability <= HIGHEST_PROBABILITY;
  const state = isScriptedAhead
    ? 'scripted ahead'
    : judge.decided.length > 0
      ? 'judge decided'
      : scripted.probability === null
        ? 'too little'
        : 'ok';
  const numbers = { state, races: races.length, scripted, judge } as const;
  return { ...numbers, sentence: sentenceOf(numbers) };
}

function compareKinds(races: readonly DecidedRaceResult[], agencyOf: AgencyOf): InversionAlarm['scripted'] {
  const differences = races.flatMap(({ result: { ranking } }) => {
    const scoresOf = (kind: VersionAgency) =>
      ranking.filter(({ agent_version_id }) => agencyOf(agent_version_id) === kind).map(({ score }) => score);
    const [scripted, agentic] = [scoresOf('scripted'), scoresOf('agentic')];
    return scripted.length === 0 || agentic.length === 0 ? [] : [pythonRound(mean(scripted) - mean(agentic), DIGITS)];
  });
  return {
    compared: differences.length,
    ahead: differences.filter((difference) => difference > 0).length,
    difference: differences.length === 0 ? null : pythonRound(mean(differences), DIGITS),
    probability: differences.length < FEWEST_RACES ? null : pythonRound(oneSidedSignFlip(differences), DIGITS),
  };
}

function compareJudge(races: readonly DecidedRaceResult[], agencyOf: AgencyOf): InversionAlarm['judge'] {
  // A finisher whose runs do not report what it solved is missing from the ranking without the judge; such a race is
  // skipped.
  const known = races.filter(({ result: { ranking, judge_off } }) => judge_off.ranking.length === ranking.length);
  const changed = known.filter(({ result }) => !result.judge_off.same_top);
  const kindOf = (id: string | null): VersionAgency => (id === null ? 'unknown' : agencyOf(id));
  return {
    compared: known.length,
    decided: changed.map(({ number, result: { top_agent_version_id: top, judge_off } }) => ({
      number,
      top,
      topAgency: kindOf(top),
      topWithoutJudge: judge_off.top_agent_version_id,
      topWithoutJudgeAgency: kindOf(judge_off.top_agent_version_id),
    })),
  };
}

function sentenceOf({ state, races, scripted, judge }: Omit<InversionAlarm, 'sentence'>): string {
  if (races === 0) return 'No race has been decided yet.';
  return `${kindsSentence(state, races, scripted)} ${judgeSentence(judge)}`;
}

function kindsSentence(
  state: InversionAlarm['state'],
  races: number,
  { compared, ahead, difference, probability }: InversionAlarm['scripted'],
): string {
  if (probability === null) {
    return `Scripted and agentic versions met in ${compared} of the last ${counted(races, 'race')}; ${FEWEST_RACES} are needed to compare them.`;
  }
  const lead = `${Math.abs(difference!).toFixed(3)} ${difference! < 0 ? 'less' : 'more'}`;
  const chance = `${state === 'scripted ahead' ? 'more than chance' : 'not statistically significant'}, p = ${probability.toFixed(3)}`;
  return `Scripted versions were ahead of agentic ones in ${ahead} of ${compared} races and scored ${lead} on average (${chance}).`;
}

function judgeSentence({ compared, decided }: InversionAlarm['judge']): string {
  if (compared === 0) return 'Results without the judge are not known.';
  if (decided.length === 0) return `The judge changed no winner in ${counted(compared, 'race')}.`;
  const numbers = decided.map(({ number }) => number).toSorted((one, other) => one - other);
  return `The judge changed the winner of ${numbers.length === 1 ? 'race' : 'races'} ${numbers.join(', ')}.`;
}
