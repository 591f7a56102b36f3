import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ProbePlan, Prober } from '../../agency/probe.ts';
import { Fault } from '../../fault/fault.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import { type CallRecorder, FileCallRecorder } from '../../gateway/calls.ts';
import type { EarlierAnswers } from '../../gateway/earlier-answers.ts';
import type { GatewayFault, GatewayOptions } from '../../gateway/gateway.ts';
import { DEFAULT_GATEWAY_LIMITS } from '../../gateway/gateway-limits.ts';
import { openGateway } from '../../gateway/open-gateway.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import { AGENT_RULES } from '../../sandbox/agent-rules.ts';
import { DEFAULT_LIMITS, type Sandbox, type SandboxLimits, type SandboxOutcome } from '../../sandbox/sandbox.ts';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../store/files.ts';
import { limitsField, sandboxField } from '../record/attempt-fields.ts';
import type { AttemptStore } from '../record/attempt-store.ts';
import type { ReadCalls, RecordedAttempt } from '../record/keep-calls.ts';
import type { SealedAttempt } from '../record/seal-attempt.ts';
import type { WorkingAttempt } from '../record/working-attempt.ts';
import { classifyEnding } from './classify-ending.ts';
import { type AnswerFault, readAnswer } from './read-answer.ts';

/** Everything needed to run and store attempts. */
export interface AttemptEnvironment
  extends Pick<
    GatewayOptions,
    | 'search'
    | 'web'
    | 'compat'
    | 'inference'
    | 'allowedModels'
    | 'aliases'
    | 'answersAs'
    | 'prices'
    | 'account'
    | 'credential'
    | 'traffic'
  > {
  /** Whether the models are simulated. */
  readonly simulated: boolean;
  readonly sandbox: Sandbox;
  readonly store: AttemptStore;
  readonly hotkey: Hotkey;
  readonly limits?: Partial<SandboxLimits>;
  readonly gatewayLimits?: GatewayOptions['limits'];
  /** Runs agents without the rules, for agents that admission rejects but whose behaviour is studied. */
  readonly rules?: 'off' | undefined;
}

/** An attempt whose agent has ended. */
export interface AnsweredAttempt extends RecordedAttempt {
  /** What the agent claims to have done. */
  readonly dialogue: readonly unknown[] | null;
}

export interface RepeatedAttempts extends EarlierAnswers {
  /** In the order in which they were made, oldest first. */
  readonly attemptIds: readonly string[];
}

export interface RunAttemptOptions {
  /** Everything that the agent sees. */
  readonly problem: { readonly problem_id: string; readonly query: string };
  readonly agent: { readonly name: string; readonly source: Uint8Array };
  readonly model: string;
  /** Shared by the attempts of one run; their receipts form a chain. */
  readonly runId: string;
  readonly signal?: AbortSignal;
  /** Makes it a repetition of earlier attempts at the problem: their answers are replayed. */
  readonly repeats?: RepeatedAttempts | undefined;
  /** Makes it a probe attempt: its models' answers are changed. */
  readonly probe?: ProbePlan | undefined;
  /** Reads the calls and decides how the attempt is graded; the verdict is sealed with it. */
  readonly read?: (answered: AnsweredAttempt) => Promise<ReadCalls>;
  /** Called when the sandbox and the gateway are closed; grading and sealing follow. */
  readonly onAgentEnded?: () => void;
}

export interface FinishedAttempt extends SealedAttempt {
  /** What the agent claims to have done; `null` if it returned no dialogue. */
  readonly dialogue: readonly unknown[] | null;
}

/**
 * Runs one agent on one problem, once. Whatever happens is returned as a sealed attempt with its fault. Only failures
 * to store evidence are thrown, because without evidence there is no attempt.
 */
export async function runAttempt(options: RunAttemptOptions, bench: AttemptEnvironment): Promise<FinishedAttempt> {
  const { sandbox, store, hotkey } = bench;
  const limits = { ...DEFAULT_LIMITS, ...bench.limits };
  const working = await store.begin({
    run_id: options.runId,
    problem: options.problem,
    agent: options.agent,
    validator: hotkey.address,
    sandbox: sandboxField(sandbox.description),
    model: options.model,
    simulated: bench.simulated,
    ...(options.probe && { probe: true }),
    ...(options.repeats && { repeats: [...options.repeats.attemptIds] }),
    limits: {
      sandbox: limitsField(limits),
      gateway: limitsField({ ...DEFAULT_GATEWAY_LIMITS, ...bench.gatewayLimits }),
    },
  });
  const { outcome, fault, dialogue, callsHead, waitedMilliseconds } = await runInside(options, bench, limits, working);
  options.onAgentEnded?.();
  const { read } = options;
  const sealed = await store.finish(
    working,
    {
      outcome,
      fault,
      dialogue: dialogue?.bytes ?? null,
      callsHead,
      waitedMilliseconds,
      read: read && ((recorded) => read({ ...recorded, dialogue: dialogue?.steps ?? null })),
    },
    hotkey,
  );
  return { ...sealed, dialogue: dialogue?.steps ?? null };
}

const SWEEP_EVERY_MILLISECONDS = 60_000;
let sweptAt = Number.NEGATIVE_INFINITY;

/**
 * Removes folders left by killed processes, but not for every attempt: the temporary folder may be large and attempts
 * are many.
 */
function sweepNowAndThen(): void {
  if (performance.now() - sweptAt < SWEEP_EVERY_MILLISECONDS) return;
  sweptAt = performance.now();
  sweepTemporaryFolders('gate');
}

/** After these faults nothing the agent does can count, so it is stopped to save time. */
const HOPELESS: ReadonlySet<FaultCode> = new Set([
  'AGENT_DEPARTED',
  'CREDIT_EXHAUSTED',
  'CREDENTIAL_REFUSED',
  'REPLAY_DIVERGED',
]);

interface Inside {
  readonly outcome: SandboxOutcome | null;
  readonly fault: Fault | AnswerFault | GatewayFault | null;
  readonly dialogue: { readonly steps: readonly unknown[]; readonly bytes: Uint8Array } | null;
  readonly callsHead: string;
  readonly waitedMilliseconds: number;
}

async function runInside(
  options: RunAttemptOptions,
  bench: AttemptEnvironment,
  limits: SandboxLimits,
  working: WorkingAttempt,
): Promise<Inside> {
  sweepNowAndThen();
  const folder = makeTemporaryFolder('gate');
  const file = FileCallRecorder.open(working.folder, working.opening);
  const lastGood = { inference: 0, search: 0 };
  const hopeless = new AbortController();
  const prober = options.probe && new Prober(options.probe, options.problem.query);
  const recorder: CallRecorder = {
    record: async (unchained, bodies) => {
      const recorded = await file.record(unchained, bodies);
      prober?.observe(recorded.call);
      const { kind, status, sequence, fault } = recorded.call;
      if (fault !== null && HOPELESS.has(fault)) hopeless.abort();
      if (status === 200 && kind === 'inference') lastGood.inference = sequence;
      if (status === 200 && (kind === 'search' || kind === 'view')) lastGood.search = sequence;
      return recorded;
    },
  };
  try {
    const gateway = await openGateway({
      ...bench,
      inference: prober?.over(bench.inference) ?? bench.inference,
      limits: bench.gatewayLimits ?? {},
      socketPath: join(folder, 'gateway.sock'),
      model: options.model,
      earlier: options.repeats,
      recorder,
    });
    let outcome: SandboxOutcome | undefined;
    try {
      outcome = await bench.sandbox.run({
        agentSource: options.agent.source,
        problem: options.problem,
        limits,
        gatewaySocket: gateway.socketPath,
        environment: environmentFor(options),
        rules: bench.rules === 'off' ? undefined : AGENT_RULES,
        stoppedMilliseconds: () => gateway.waitedMilliseconds,
        signal: AbortSignal.any([
          hopeless.signal,
          gateway.broken,
          ...(options.signal === undefined ? [] : [options.signal]),
        ]),
      });
    } finally {
      await gateway.close(outcome?.ending.kind === 'out of time' ? 'out of time' : undefined);
    }
    const answer = readAnswer(outcome.answer, limits.answerBytes);
    const fault = classifyEnding({ outcome, answer, gatewayFaults: gateway.faults, lastGood });
    const dialogue = answer !== null && 'dialogue' in answer ? { steps: answer.dialogue, bytes: answer.bytes } : null;
    return { outcome, fault, dialogue, callsHead: file.head, waitedMilliseconds: gateway.waitedMilliseconds };
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    return { outcome: null, fault: error, dialogue: null, callsHead: file.head, waitedMilliseconds: 0 };
  } finally {
    await file.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The variable names that public agents expect. The ticket is in the place of an API key; it grants no access. */
function environmentFor({ problem, model }: RunAttemptOptions): Record<string, string> {
  const ticket = `ticket-${randomBytes(16).toString('hex')}`;
  return {
    SANDBOX_MODEL: model,
    PROBLEM_DATA: JSON.stringify(problem),
    INFERENCE_PROVIDER: 'assay',
    INFERENCE_BASE_URL: 'http://proxy:80/inference',
    INFERENCE_ACCESS_TOKEN: ticket,
    CHUTES_ACCESS_TOKEN: ticket,
    // Files in which the reference keeps its own notes. They are not read here.
    SANDBOX_OUTPUT_FILE: '/tmp/output.jsonl',
    INFERENCE_STATS_FILE: '/tmp/inference_stats.json',
    REQUEST_LOG_FILE: '/tmp/request_log.jsonl',
  };
}
