import { randomUUID } from 'node:crypto';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { SIMULATED_PRICES } from '../../simulated/simulated-inference.ts';
import type { OpenModels } from '../../validator/open-models.ts';
import { probePlan } from '../../validator/probe-plan.ts';
import { ownEvidence, tryAgent } from '../../validator/try-agent.ts';
import type { Agency } from '../agency/agency.ts';
import type { AttemptProfile } from '../agency/attempt-profile.ts';
import { AGENCY_THRESHOLDS } from '../agency/judge-agency.ts';
import { applyRules } from '../filter/apply-rules.ts';
import { type RecordedReading, trajectoryOf } from '../filter/attempt-reading.ts';
import { FILTER_CONFIG } from '../filter/filter-config.ts';
import { duplicateKey } from '../filter/rank-signals.ts';
import { estimatedTokens } from '../filter/token-counter.ts';
import { readSigned } from '../intake/read-attempt.ts';
import { COMPLIANT_MODEL, CompliantInference } from './compliant-inference.ts';
import { type LabelledAgent, labelOf } from './labelled-agents.ts';

/** One attempt of an agent whose source is known, with the detector's result. */
export interface LabelledAttempt {
  readonly agent: string;
  readonly attempt_id: string;
  readonly problem_id: string;
  readonly label: LabelledAgent['label'];
  readonly half: LabelledAgent['half'];
  /** Whether it ended early, so that it cannot become a row. */
  readonly failed: boolean;
  readonly agency: Agency;
  readonly profile: AttemptProfile;
  /** Equal for attempts of which the corpus keeps one; `null` if a rule other than agency rejects the attempt. */
  readonly row: string | null;
}

export interface LabelledRun {
  readonly agents: readonly LabelledAgent[];
  readonly problems: readonly Problem[];
  /** Problems for probe attempts, in which the model's answers are changed. */
  readonly probeProblems: readonly Problem[];
  /** Models for agents that need no specific one; by default a simulated model that follows instructions. */
  readonly models?: OpenModels | undefined;
  readonly search: Search;
  readonly sandbox: Sandbox;
  /** Folder for the evidence. */
  readonly data: string;
  readonly workers: number;
  readonly onAttempt?: (done: number, of: number) => void;
}

/** No requests are known, as in `corpus filter` without `--problems`: they must be found in the prompts. */
const INTAKE = { agency: AGENCY_THRESHOLDS, queries: new Map<string, string>() };
const CREDIT_DOLLARS = 10_000;
const PROBE_SEED = 7;
/** For agents that need no specific model. */
const SIMULATED_MODEL = 'house/expert';

/** Runs labelled agents as a validator would, and reads the records as the corpus would. */
export async function runLabelled(run: LabelledRun): Promise<LabelledAttempt[]> {
  const { agents, problems, probeProblems, search, sandbox, workers } = run;
  const attempts: LabelledAttempt[] = [];
  const models = run.models ?? labelledModels();
  const evidence = ownEvidence(run.data, CREDIT_DOLLARS);
  // Admission would reject some of the disguised agents, but their behaviour is what is measured here.
  const bench = { models, search, sandbox, wallMilliseconds: 120_000, rules: 'off', ...evidence } as const;
  const words = [...problems, ...probeProblems].map(({ query }) => query);
  const probe = await probePlan(search, words, PROBE_SEED);
  const parts = [{ problems }, { problems: probeProblems, probe }];
  for (const labelled of agents) {
    const { agent, name, half } = labelled;
    const model = run.models?.model ?? labelled.model ?? SIMULATED_MODEL;
    for (const part of parts) {
      for await (const tried of tryAgent({ runId: randomUUID(), agent, model, workers, ...part }, bench)) {
        const { calls } = await verifyAttempt(evidence.store, tried.attempt.attempt_id);
        const reading = readSigned(tried.attempt, tried.verdict, calls, INTAKE);
        const label = labelOf(labelled, tried.dialogue);
        const { attempt_id, problem_id, fault } = tried.attempt;
        const { agency, profile } = reading;
        const [failed, row] = [fault !== null, rowOf(reading)];
        attempts.push({ agent: name, attempt_id, problem_id, label, half, failed, agency, profile, row });
        run.onAttempt?.(attempts.length, agents.length * (problems.length + probeProblems.length));
      }
    }
  }
  return attempts;
}

/** As in a corpus without thresholds of its own; a bank, withdrawals and the limit per problem do not apply. */
function rowOf(reading: RecordedReading): string | null {
  const context = { config: FILTER_CONFIG, counter: estimatedTokens, withheld: new Map<string, string>() };
  const trajectory = trajectoryOf(reading);
  const isRejected = applyRules(reading, context).some(({ reason }) => reason !== 'NOT_AGENTIC');
  return isRejected || trajectory === undefined ? null : duplicateKey(reading.facts.problem_id, trajectory);
}

function labelledModels(): OpenModels {
  const prices = { ...SIMULATED_PRICES, [COMPLIANT_MODEL]: { prompt: 0, completion: 0 } };
  return {
    model: COMPLIANT_MODEL,
    simulated: true,
    inference: new CompliantInference(),
    allowedModels: Object.keys(prices),
    prices,
    credential: { owner: 'contestant' },
  };
}
