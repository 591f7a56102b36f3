import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import type { SandboxOutcome } from '../../sandbox/sandbox.ts';
import { type Blobs, FileBlobs } from '../../store/blobs.ts';
import { sha256 } from '../../store/sha256.ts';
import { type Attempt, type AttemptIdentity, attemptSchema, identitySchema, uuidSchema } from '../attempt.ts';
import { endingField, faultField, type RecordedFault, rulesField } from './attempt-fields.ts';
import { attemptPaths, MAX_ATTEMPT_BYTES } from './attempt-folder.ts';
import { readDocument } from './canonical-document.ts';
import { type CallSummary, keepCalls, type ReadCalls, type RecordedAttempt } from './keep-calls.ts';
import { problemHash } from './problem-hash.ts';
import { readPlainFile } from './read-plain-file.ts';
import { type CountCalls, type RecoveredAttempt, recoverAttempts } from './recover-attempts.ts';
import { type GradedAttempt, keptAside, type SealedAttempt, sealAttempt } from './seal-attempt.ts';
import { beginWorking, namesIn, type WorkingAttempt, workingIds } from './working-attempt.ts';

/** Everything known about an attempt before it starts. */
export interface NewAttempt
  extends Pick<AttemptIdentity, 'run_id' | 'validator' | 'sandbox' | 'model' | 'simulated' | 'limits'> {
  /** Default: a random id. */
  readonly attempt_id?: string;
  /** Exactly what the agent will see. */
  readonly problem: { readonly problem_id: string; readonly query: string };
  readonly agent: { readonly name: string; readonly source: Uint8Array };
}

export interface AttemptResult {
  /** `null` if there was no sandbox to run in or the end was not observed; then there is a fault. */
  readonly outcome: SandboxOutcome | null;
  readonly fault: Fault | RecordedFault | null;
  /** What the agent claims to have done, if its answer is a dialogue. */
  readonly dialogue: Uint8Array | null;
  /** How long the agent's clock was paused. */
  readonly waitedMilliseconds?: number;
  /** Hash of the last call according to its recorder; the file is checked against it. */
  readonly callsHead?: string;
  /**
   * Reads the calls with `keepCalls`, in any thread, and decides how the attempt is graded. Default: in this thread,
   * without grading.
   */
  readonly read?: ((recorded: RecordedAttempt) => Promise<ReadCalls>) | undefined;
}

export interface AttemptStoreOptions {
  readonly now?: () => Date;
}

/**
 * The attempts in a data folder. An attempt appears atomically, and no recorded data is discarded: until it is sealed,
 * its calls are in a working folder, which a crash leaves unchanged.
 */
export class AttemptStore {
  readonly folder: string;
  readonly blobs: Blobs;
  readonly #now: () => Date;

  constructor(folder: string, options: AttemptStoreOptions = {}) {
    this.folder = folder;
    this.blobs = new FileBlobs(attemptPaths(folder).blobs);
    this.#now = options.now ?? (() => new Date());
  }

  async begin({ problem, agent, attempt_id = randomUUID(), ...known }: NewAttempt): Promise<WorkingAttempt> {
    const parsed = identitySchema.safeParse({
      ...known,
      attempt_id,
      problem_id: problem.problem_id,
      problem_hash: problemHash(problem),
      agent: { sha256: sha256(agent.source), bytes: agent.source.length, name: agent.name },
      started_at: this.#now().toISOString(),
    });
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!;
      throw new Fault('INPUT_INVALID', {
        message: `The attempt cannot be recorded: ${path.join('.')}: ${message}.`,
        remedy: 'Fix the value. The attempt was not started.',
      });
    }
    await this.blobs.put(agent.source);
    return beginWorking(this.folder, parsed.data);
  }

  /**
   * Seals an attempt: when this resolves, everything is on disk and signed. When it rejects, the recorded data is still
   * in the working folder. An interrupted attempt that already had a record keeps it.
   */
  async finish(working: WorkingAttempt, result: AttemptResult, hotkey: Hotkey): Promise<SealedAttempt> {
    const { identity } = working;
    if (hotkey.address !== identity.validator) throw new Error(`${hotkey.address} did not begin this attempt`);
    const kept = working.interrupted ? keptAside(this.folder, identity.attempt_id) : undefined;
    const graded = kept ?? (await this.#grade(working, result));
    const receipt = await sealAttempt(this.folder, graded, hotkey, this.#now);
    return { ...graded, receipt };
  }

  /**
   * Recovers from a crash: makes sealed attempts visible and reports which others can still be finished.
   *
   * @param count Reads the calls of an attempt; default: in this thread.
   */
  async recover(count?: CountCalls): Promise<readonly RecoveredAttempt[]> {
    return await recoverAttempts(this.folder, count);
  }

  /** Ids of all sealed attempts, sorted. */
  list(): readonly string[] {
    const { attempts } = attemptPaths(this.folder);
    return namesIn(attempts).filter((name) => uuidSchema.safeParse(name).success);
  }

  /** The one attempt whose id begins with `prefix`. */
  find(prefix: string): string {
    const ids = this.list();
    const found = ids.filter((id) => prefix !== '' && id.startsWith(prefix.toLowerCase()));
    if (found.length === 1) return found[0]!;
    if (found.length > 1) throw ambiguous(prefix, found);
    if (prefix !== '' && workingIds(this.folder).some((id) => id.startsWith(prefix.toLowerCase()))) {
      throw new Fault('ATTEMPT_UNKNOWN', {
        message: `Attempt ${prefix} is not finished: it is still running, or its process was killed.`,
        remedy: `Try again when it has ended. Its recording so far is in ${attemptPaths(this.folder).working}.`,
      });
    }
    throw new Fault('ATTEMPT_UNKNOWN', {
      message: `There is no attempt ${prefix} in ${this.folder}, which has ${ids.length}.`,
      remedy: 'Give the id that `assay try` printed, or its first digits, and name the folder with --data.',
    });
  }

  /** The record of a sealed attempt, unverified. */
  read(id: string): Attempt {
    const path = join(attemptPaths(this.folder).attempts, id, 'attempt.json');
    const file = readPlainFile(path, MAX_ATTEMPT_BYTES);
    const document = file.ok ? readDocument(file.bytes, attemptSchema) : file;
    if (document.ok) return document.value;
    throw new Fault('EVIDENCE_CORRUPT', {
      message: `${path} ${document.reason}.`,
      remedy: `See what else differs with \`assay explain ${id} --data ${this.folder}\`, and restore it from a backup.`,
    });
  }

  async #grade(working: WorkingAttempt, result: AttemptResult): Promise<GradedAttempt> {
    const { read = keepCalls } = result;
    const { summary, grade }: ReadCalls = await read({ data: this.folder, working, callsHead: result.callsHead });
    const attempt = await this.#record(working, summary, result);
    return { attempt, verdict: (await grade?.(attempt)) ?? null };
  }

  async #record(
    { identity, opening }: WorkingAttempt,
    calls: CallSummary,
    { outcome, fault, dialogue, waitedMilliseconds = 0 }: AttemptResult,
  ): Promise<Attempt> {
    const nothing = new Uint8Array(0);
    const attempt: Attempt = {
      version: 1,
      ...identity,
      finished_at: this.#now().toISOString(),
      ending: outcome === null ? null : endingField(outcome.ending),
      fault: fault === null ? null : faultField(fault),
      usage: {
        wall_ms: Math.max(0, Math.round(outcome?.wallMilliseconds ?? 0)),
        ...(waitedMilliseconds > 0 && { waited_ms: Math.round(waitedMilliseconds) }),
        cpu_ms: Math.round(outcome?.cpuMilliseconds ?? 0),
        exact: outcome?.exact ?? false,
        peak_memory_bytes: Math.round(outcome?.peakMemoryBytes ?? 0),
        ...calls.totals,
      },
      ...(calls.replay && { replay: calls.replay }),
      models: calls.models,
      ...(outcome?.rules && { rules: rulesField(outcome.rules) }),
      chain: { opening, last: calls.head, calls: calls.count },
      blobs: {
        agent: { sha256: identity.agent.sha256, bytes: identity.agent.bytes },
        calls: calls.blob,
        answer: await this.blobs.put(outcome?.answer ?? nothing),
        stdout: await this.blobs.put(outcome?.standardOutput ?? nothing),
        stderr: await this.blobs.put(outcome?.standardError ?? nothing),
        dialogue: dialogue === null ? null : await this.blobs.put(dialogue),
      },
    };
    // A record that its own schema rejects could never be verified.
    return attemptSchema.parse(attempt);
  }
}

const SHOWN_IDS = 5;

function ambiguous(prefix: string, found: readonly string[]): Fault {
  const shown = found.slice(0, SHOWN_IDS).join(', ');
  const more = found.length > SHOWN_IDS ? ` and ${found.length - SHOWN_IDS} more` : '';
  return new Fault('ATTEMPT_UNKNOWN', {
    message: `${found.length} attempts begin with ${prefix}: ${shown}${more}.`,
    remedy: 'Give more digits.',
  });
}
