import { readAgencyEvidence } from '../../agency/version-agency.ts';
import type { Agency, AttemptProfile } from '../../corpus/agency.ts';
import { applyRules, estimatedTokens, type Failure, FILTER_CONFIG, type Reason } from '../../corpus/filter.ts';
import type { Trace } from './trace.ts';

/** Rules that have nothing to look at in an episode of ours: there is no arena's evidence of it. */
const NOT_ASKED: ReadonlySet<Reason> = new Set<Reason>([
  // The harness wrote the conversation down itself; there is nothing to rebuild it from, nor a fault of an attempt.
  'NOT_NORMALISED',
  // No judge read it.
  'QUALITY_LOW',
  // By the validator's verdict. Production-strict success, which is asked for anyway, needs products of the market.
  'PRODUCT_UNKNOWN',
  // By an estimate; the trainer has the tokenizer itself and drops what its context does not hold.
  'TOO_LONG',
  // The harness carries out what the model emits and nothing else, so that there is no program to listen for.
  'NOT_AGENTIC',
  // No bank is asked: problems of held-out clusters were refused before anything was sampled.
  'PROBLEM_WITHHELD',
  // Both look at a whole corpus. Equal actions and too many of a problem are dealt with where rows are chosen.
  'DUPLICATE',
  'RANKED_OUT',
]);

const AGENCY: Agency = {
  verdict: 'agentic',
  because: 'the harness runs what the model emits',
  share: 1,
  dictated: 0,
  ignored: 0,
  recommendation: 'emitted',
  calls: [],
};

const PROFILE: AttemptProfile = {
  probe: null,
  said: readAgencyEvidence({ said: [], done: [] }, '', []),
  isDictated: false,
  overrides: 0,
  occasions: 0,
  recommendationOverridden: null,
  emittedCharacters: 0,
  unexplained: [],
  shape: '',
};

/** What the rules of the corpus have against a conversation: unpaired calls, bad arguments, unseen products, loops. */
export function structuralFlaws({ id, problem_id, simulated, messages, tools }: Trace): readonly Failure[] {
  const shown = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  const trajectory = {
    query: '',
    messages,
    tools,
    tools_given: true,
    fidelity: 'as-seen' as const,
    steps: [],
    supplied_results: 0,
    side_completions: 0,
  };
  const facts = {
    attempt_id: id,
    run_id: null,
    problem_id,
    agent: '',
    validator: null,
    policy: { name: '', simulated, models: [] },
    fault: null,
  };
  const reading = {
    facts,
    verdict: null,
    rebuilt: { ok: true as const, trajectory },
    agency: AGENCY,
    profile: PROFILE,
    hasSeen: (product: string) => shown.some((text) => text.includes(product)),
  };
  const failures = applyRules(reading, { config: FILTER_CONFIG, counter: estimatedTokens, withheld: new Map() });
  return failures.filter(({ reason }) => !NOT_ASKED.has(reason));
}
