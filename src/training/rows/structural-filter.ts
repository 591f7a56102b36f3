import { readAgencyEvidence } from '../../agency/version-agency.ts';
import type { Agency, AttemptProfile } from '../../corpus/agency.ts';
import { applyRules, estimatedTokens, type Failure, FILTER_CONFIG, type Reason } from '../../corpus/filter.ts';
import type { Trace } from './trace.ts';

/** Rules that do not apply to our own episodes, because they need evidence from an arena. */
const NOT_ASKED: ReadonlySet<Reason> = new Set<Reason>([
  // The harness recorded the conversation itself. There is nothing to rebuild, and no attempt that could have a
  // fault.
  'NOT_NORMALISED',
  // No judge graded it.
  'QUALITY_LOW',
  // Needs a validator's verdict. Production-strict success is required anyway, and needs products of the market.
  'PRODUCT_UNKNOWN',
  // Only an estimate. The trainer has the tokenizer and drops rows that exceed its context.
  'TOO_LONG',
  // The harness executes only what the model emits, so there is no program that could decide.
  'NOT_AGENTIC',
  // Needs a bank. Problems of held-out clusters were rejected before sampling.
  'PROBLEM_WITHHELD',
  // Both need a whole corpus. Equal actions and the cap per problem are handled where rows are chosen.
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

/** Violations of the corpus rules in a conversation: unpaired calls, bad arguments, unseen products, loops. */
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
    replaced_prompts: [],
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
