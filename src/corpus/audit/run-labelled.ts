import { randomUUID } from 'node:crypto';
import { HOUSE_PRICES } from '../../house/house-inference.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { OpenModels } from '../../validator/open-models.ts';
import { ownEvidence, tryAgent } from '../../validator/try-agent.ts';
import type { Agency } from '../agency/agency.ts';
import type { AttemptProfile } from '../agency/attempt-profile.ts';
import { AGENCY_THRESHOLDS } from '../agency/judge-agency.ts';
import { readSigned } from '../intake/read-attempt.ts';
import { type LabelledAgent, labelOf } from './labelled-agents.ts';
import { OBLIGING_MODEL, ObligingInference } from './obliging-inference.ts';

/** One attempt of an agent whose source is known, and what the detector makes of it. */
export interface LabelledAttempt {
  readonly agent: string;
  readonly attempt_id: string;
  readonly problem_id: string;
  readonly label: LabelledAgent['label'];
  readonly agency: Agency;
  readonly profile: AttemptProfile;
}

export interface LabelledRun {
  readonly agents: readonly LabelledAgent[];
  readonly problems: readonly Problem[];
  readonly search: Search;
  readonly sandbox: Sandbox;
  /** Folder for the evidence. */
  readonly data: string;
  readonly workers: number;
  readonly onAttempt?: (done: number, of: number) => void;
}

const CREDIT_DOLLARS = 10_000;

/** Runs labelled agents as a validator would and reads what was recorded as the corpus would. */
export async function runLabelled(run: LabelledRun): Promise<LabelledAttempt[]> {
  const { agents, problems, search, sandbox, workers } = run;
  const attempts: LabelledAttempt[] = [];
  const place = {
    models: labelledModels(),
    search,
    sandbox,
    wallMilliseconds: 120_000,
    ...ownEvidence(run.data, CREDIT_DOLLARS),
  };
  for (const labelled of agents) {
    const { agent, model, name } = labelled;
    for await (const tried of tryAgent({ runId: randomUUID(), agent, problems, model, workers }, place)) {
      const intake = { agency: AGENCY_THRESHOLDS, queries: new Map<string, string>() };
      const { agency, profile } = readSigned(tried.attempt, tried.verdict, tried.calls, intake);
      const label = labelOf(labelled, tried.dialogue);
      const { attempt_id, problem_id } = tried.attempt;
      attempts.push({ agent: name, attempt_id, problem_id, label, agency, profile });
      run.onAttempt?.(attempts.length, agents.length * problems.length);
    }
  }
  return attempts;
}

function labelledModels(): OpenModels {
  const prices = { ...HOUSE_PRICES, [OBLIGING_MODEL]: { prompt: 0, completion: 0 } };
  return {
    model: OBLIGING_MODEL,
    simulated: true,
    inference: new ObligingInference(),
    allowedModels: Object.keys(prices),
    prices,
    credential: { owner: 'contestant' },
  };
}
