import { join } from 'node:path';
import type { ProbePlan } from '../agency/probe.ts';
import type { Attempt } from '../attempt/attempt.ts';
import { AttemptStore, type ReadCalls, type WorkingAttempt } from '../attempt/record.ts';
import type { RefusedModelCalls } from '../attempt/refused-models.ts';
import {
  type AgentFile,
  type AnsweredAttempt,
  type AttemptEnvironment,
  type AttemptedProblem,
  type RepeatedAttempts,
  runAttempts,
} from '../attempt/run.ts';
import { MemoryCreditAccount } from '../gateway/credit.ts';
import type { GatewayLimits } from '../gateway/gateway-limits.ts';
import { type AgentTraffic, ModelTraffic } from '../gateway/model-traffic.ts';
import { loadOrCreateHotkey } from '../identity/hotkey-file.ts';
import type { WebSearch } from '../market/encyclopaedia.ts';
import type { Search } from '../market/search.ts';
import type { Problem } from '../problems/problem.ts';
import type { TitleMeasure } from '../problems/satisfy.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { examinationOf, gradeExamined } from '../verdict/examine-calls.ts';
import type { JudgePanel } from '../verdict/judge.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { whyFailed } from '../verdict/why-failed.ts';
import { askEvidenceThread, startEvidenceThread } from './evidence/ask-evidence-thread.ts';
import type { OpenModels } from './open-models.ts';

export const MICRODOLLARS = 1_000_000;

export interface TryOptions {
  /** Attempts of one run form a chain; later attempts continue it. */
  readonly runId: string;
  readonly agent: AgentFile;
  readonly problems: readonly Problem[];
  readonly model: string;
  readonly workers: number;
  readonly signal?: AbortSignal;
  /** The earlier attempts at a problem that is attempted again. */
  readonly repeats?: ((problem: Problem) => Promise<RepeatedAttempts | undefined>) | undefined;
  /** Makes all attempts probe attempts, which are never scored. */
  readonly probe?: ProbePlan | undefined;
}

/** Where evidence is stored, who signs it, and the credit for its calls. */
export type TryEvidence = Pick<AttemptEnvironment, 'store' | 'hotkey' | 'account'>;

export interface TryEnvironment extends TryEvidence, Pick<AttemptEnvironment, 'rules' | 'compat'> {
  readonly models: OpenModels;
  readonly sandbox: Sandbox;
  readonly search: Search;
  /** Offers `web_search`; never in an arena. */
  readonly web?: WebSearch | undefined;
  readonly wallMilliseconds: number;
  /** What is known about the models from other attempts; by default only from these attempts. */
  readonly traffic?: AgentTraffic | undefined;
  readonly gatewayLimits?: Partial<GatewayLimits> | undefined;
  /** The gate judge by default. */
  readonly judge?: Pick<JudgePanel, 'judge'> | undefined;
  /** Lexical by default. */
  readonly titles?: TitleMeasure | undefined;
}

export interface TriedProblem extends Omit<AttemptedProblem, 'verdict'> {
  readonly verdict: Verdict;
  /** Model calls that the gateway rejected. */
  readonly refusedModels: readonly RefusedModelCalls[];
  /** `null` for a success. */
  readonly reason: string | null;
}

/**
 * Runs an agent on problems, in the same way for contestants and validators: sandbox, gateway, rules, judge, signed
 * evidence.
 */
export async function* tryAgent(options: TryOptions, place: TryEnvironment): AsyncGenerator<TriedProblem> {
  const { models, sandbox, search, web, compat = false, store, hotkey, account, rules } = place;
  const limits = { wallMilliseconds: place.wallMilliseconds };
  const gatewayLimits = place.gatewayLimits ?? {};
  const traffic = place.traffic ?? new ModelTraffic().of('', '');
  const bench: AttemptEnvironment = {
    ...models,
    sandbox,
    search,
    web,
    compat,
    store,
    hotkey,
    account,
    traffic,
    limits,
    gatewayLimits,
    rules,
  };
  startEvidenceThread();
  await sealInterrupted(bench);
  const seen = new Map<string, Pick<TriedProblem, 'verdict' | 'refusedModels'>>();
  const grader = { search, panel: place.judge, titles: place.titles };
  const read = async (problem: Problem, { dialogue, ...recorded }: AnsweredAttempt): Promise<ReadCalls> => {
    const examination = examinationOf({ problem, dialogue }, place.judge === undefined ? 'gates' : 'panel');
    const { summary, refusedModels, examined } = await askEvidenceThread('keepCalls', { recorded, examination });
    const grade = async ({ attempt_id, fault }: Attempt): Promise<Verdict> => {
      const verdict = await gradeExamined(attempt_id, { problem, dialogue, fault }, examined!, grader);
      seen.set(attempt_id, { verdict, refusedModels });
      return verdict;
    };
    return { summary, grade };
  };
  for await (const attempted of runAttempts({ ...options, read }, bench)) {
    const { verdict, refusedModels } = seen.get(attempted.attempt.attempt_id)!;
    seen.delete(attempted.attempt.attempt_id);
    const reason = whyFailed(attempted.problem, attempted.attempt.fault, verdict.rules);
    yield { ...attempted, verdict, refusedModels, reason };
  }
}

/** Evidence in the user's own folder, signed with the key in it. */
export function ownEvidence(data: string, creditDollars: number): TryEvidence {
  return {
    store: new AttemptStore(data),
    hotkey: loadOrCreateHotkey(join(data, 'wallets')),
    account: new MemoryCreditAccount(Math.round(creditDollars * MICRODOLLARS)),
  };
}

/** Seals what a killed run left: its calls are evidence, and its attempts ended by no fault of the agent. */
export async function sealInterrupted({ store, hotkey }: Pick<AttemptEnvironment, 'store' | 'hotkey'>): Promise<void> {
  const count = (working: WorkingAttempt) => askEvidenceThread('countCalls', { working });
  for (const left of await store.recover(count)) {
    if (left.state !== 'interrupted' || left.attempt.identity.validator !== hotkey.address) continue;
    const message = 'The process that ran the attempt ended before the attempt did.';
    await store.finish(
      left.attempt,
      {
        outcome: null,
        fault: { code: 'ATTEMPT_STOPPED', message },
        dialogue: null,
        read: (recorded) => askEvidenceThread('keepCalls', { recorded, examination: null }),
      },
      hotkey,
    );
  }
}
