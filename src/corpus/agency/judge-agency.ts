import { readCalls } from '../../agency/follow.ts';
import type { ReadCalls } from '../../agency/said.ts';
import { type AttemptAgencyEvidence, readAgencyEvidence } from '../../agency/version-agency.ts';
import type { Call } from '../../gateway/calls.ts';
import type { RecordedCompletion } from '../trajectory/completion.ts';
import type { Agency, AgencyVerdict, RecommendationOrigin } from './agency.ts';
import { type Attributed, attributeCalls } from './attribute-calls.ts';
import { Dictation } from './dictation.ts';
import { type Emission, readEmitted } from './emission.ts';
import { type ExecutedCall, readExecuted } from './executed-call.ts';

export interface AgencyThresholds {
  /** An attempt with at least this share of emitted calls is agentic. */
  readonly agenticFrom: number;
  /** An attempt with at most this share of emitted calls is scripted. */
  readonly scriptedUpTo: number;
  /** With a larger share of dictated calls, the rest is not trusted either. */
  readonly dictatedShare: number;
  /** From this share of ignored emissions on, the program does something other than what its model says. */
  readonly ignoredShare: number;
}

export const AGENCY_THRESHOLDS: AgencyThresholds = {
  agenticFrom: 0.9,
  scriptedUpTo: 0.2,
  dictatedShare: 0.1,
  ignoredShare: 0.5,
};

export interface AgencyEvidence {
  readonly calls: readonly Call[];
  readonly completions: readonly RecordedCompletion[];
  /** The request given to the agent; empty if unknown. */
  readonly query: string;
  /** Product ids as scored; `null` without a verdict. */
  readonly recommended: readonly string[] | null;
}

/** The agency of an attempt, with the parsed data it is based on, for reuse. */
export interface JudgedAgency {
  readonly agency: Agency;
  /** Which of the program's decisions a model had said before, in any form. */
  readonly said: AttemptAgencyEvidence;
  readonly read: ReadCalls;
  readonly recommended: readonly string[];
  readonly executed: readonly ExecutedCall[];
  readonly emissions: readonly Emission[];
  readonly attributed: Attributed;
  readonly dictation: Dictation;
}

export function judgeAgency(evidence: AgencyEvidence, thresholds: AgencyThresholds = AGENCY_THRESHOLDS): JudgedAgency {
  const { calls, completions, query, recommended } = evidence;
  const executed = readExecuted(calls);
  const emissions = readEmitted(completions);
  const dictation = new Dictation(completions, emissions, query);
  const attributed = attributeCalls(executed, emissions, dictation);
  const counted = {
    executed: executed.length,
    own: attributed.calls.filter(({ origin }) => origin === 'emitted' || origin === 'expanded').length,
    dictated: attributed.calls.filter(({ origin }) => origin === 'dictated').length,
    ignored: attributed.ignored,
    recommendation: recommendationOrigin(recommended, emissions, dictation),
  };
  const read = readCalls(calls);
  const said = readAgencyEvidence(read, query, recommended ?? []);
  const { dictated, ignored, recommendation } = counted;
  const agency: Agency = {
    ...decide(counted, thresholds),
    share: counted.executed === 0 ? 0 : counted.own / counted.executed,
    dictated,
    ignored,
    recommendation,
    calls: attributed.calls,
  };
  return { agency, said, read, recommended: recommended ?? [], executed, emissions, attributed, dictation };
}

interface Counted {
  readonly executed: number;
  readonly own: number;
  readonly dictated: number;
  readonly ignored: number;
  readonly recommendation: RecommendationOrigin;
}

function decide(
  { executed, own, dictated, ignored, recommendation }: Counted,
  thresholds: AgencyThresholds,
): { readonly verdict: AgencyVerdict; readonly because: string } {
  const say = (verdict: AgencyVerdict, because: string) => ({ verdict, because });
  const emitted = `${own} of ${executed} executed calls were emitted by the model`;
  if (executed === 0) return say('scripted', 'nothing was searched or opened');
  if (own / executed <= thresholds.scriptedUpTo) {
    return say(
      'scripted',
      dictated > 0 ? `${dictated} of ${executed} executed calls were dictated to the model` : emitted,
    );
  }
  if (dictated / executed > thresholds.dictatedShare) {
    return say('mixed', `${dictated} of ${executed} executed calls were dictated to the model`);
  }
  if (own / executed < thresholds.agenticFrom) return say('mixed', emitted);
  if (recommendation === 'scripted' || recommendation === 'dictated') {
    return say(
      'mixed',
      `the recommendation was ${recommendation === 'dictated' ? 'dictated to' : 'not made by'} the model`,
    );
  }
  if (ignored > 2 && ignored / (ignored + own) >= thresholds.ignoredShare) {
    return say('mixed', `${ignored} calls that the model asked for were not carried out`);
  }
  return say('agentic', emitted);
}

function recommendationOrigin(
  recommended: readonly string[] | null,
  emissions: readonly Emission[],
  dictation: Dictation,
): RecommendationOrigin {
  if (recommended === null) return 'unknown';
  if (recommended.length === 0) return 'none';
  const wanted = new Set(recommended);
  const emitting = emissions.filter(
    ({ call, ids }) =>
      call.name === 'recommend_product' && ids.length === wanted.size && ids.every((id) => wanted.has(id)),
  );
  if (emitting.length === 0) return 'scripted';
  return emitting.some(({ place, ids }) => !dictation.ofProducts(place, ids)) ? 'emitted' : 'dictated';
}
