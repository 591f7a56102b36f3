import type { VersionAgency } from '../agency/judge-version.ts';
import { whyNotAgentic } from '../agency/settle-agency.ts';
import { VersionProfiles } from '../agency/version-profiles.ts';
import type { Failure } from '../filter/apply-rules.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import { REASONS } from '../filter/filter-rule.ts';
import { type Candidate, type Placing, rankAttempts } from '../filter/rank-attempts.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';
import type { Licences } from '../release/known-licences.ts';
import { NO_LICENCE } from '../release/release-row.ts';
import type { Digest, RowLocation, SignedRun } from './batch.ts';

type AttemptDigest = Exclude<Digest, { readonly flaw: Quarantined }>;

/** An attempt without its large fields. */
export type SettledAttempt = Omit<AttemptDigest, 'profile' | 'receipt'>;

/** A quarantined row. A second copy of an attempt may have its row in the file of rows, like the first. */
interface QuarantinedRow extends RowLocation {
  readonly flaw: Quarantined;
  readonly candidate: AttemptDigest['candidate'];
}

/** Outcome of one row. */
export type Decision =
  | { readonly kind: 'kept'; readonly row: SettledAttempt; readonly placing: Extract<Placing, { kept: true }> }
  | { readonly kind: 'rejected'; readonly row: SettledAttempt; readonly failures: readonly Failure[] }
  | { readonly kind: 'quarantined'; readonly row: SettledAttempt | QuarantinedRow; readonly flaw: Quarantined };

export interface Settled {
  /** In the order in which the digests were added. */
  readonly decisions: readonly Decision[];
  readonly versions: ReadonlyMap<string, VersionAgency>;
}

/** Makes the decisions that require all attempts. */
export class Settlement {
  readonly #config: FilterConfig;
  readonly #rows: (SettledAttempt | QuarantinedRow)[] = [];
  readonly #ids = new Set<string>();
  readonly #profiles = new VersionProfiles();
  readonly #runs = new Map<string, SignedRun[number][]>();
  readonly #texts = new Map<string, string>();

  constructor(config: FilterConfig) {
    this.#config = config;
  }

  add(digest: Digest): void {
    if ('flaw' in digest) {
      this.#rows.push({ ...digest, candidate: null });
      return;
    }
    const { profile, receipt, ...attempt } = digest;
    const { id, agent, run, candidate } = attempt;
    const file = this.#once(attempt.file);
    if (this.#ids.has(id)) {
      const flaw = quarantine('ATTEMPT_TWICE', 'the attempt was in the input before', id);
      this.#rows.push({ file, line: attempt.line, flaw, candidate });
      return;
    }
    this.#ids.add(id);
    this.#rows.push({
      ...attempt,
      file,
      problem: this.#once(attempt.problem),
      agent: this.#once(agent),
      agency: this.#once(attempt.agency),
      run: run === null ? null : this.#once(run),
      failures: attempt.failures.map(({ reason, detail }) => ({
        reason: this.#once(reason),
        detail: this.#once(detail),
      })),
    });
    // Traces do not name their agent.
    if (agent !== '' && profile !== null) this.#profiles.add(agent, profile);
    if (receipt === null || run === null) return;
    const links = this.#runs.get(run) ?? [];
    this.#runs.set(run, links);
    links.push(receipt);
  }

  /** The receipts of all attempts, by run. */
  get runs(): readonly SignedRun[] {
    return [...this.#runs.values()];
  }

  /** @param unsigned Ids of attempts with unsigned receipts. */
  settle(unsigned: ReadonlySet<string>, licences: Licences): Settled {
    const versions = this.#profiles.judge(this.#config.agentVersion);
    const failing = this.#rows.map((row) => ('id' in row ? withVersion(row, versions.get(row.agent)) : []));
    // Ranked separately, so that a claim in a log cannot displace a recorded attempt.
    const placings = new Map(
      [false, true].flatMap((claimed) => {
        const candidates = this.#rows.flatMap((row, place): Candidate[] => {
          if (!('id' in row) || row.candidate === null || row.claimed !== claimed) return [];
          if (failing[place]!.length > 0 || unsigned.has(row.id)) return [];
          const { key: duplicate_key, signals } = row.candidate;
          const publishable = licences.get(row.agent) !== NO_LICENCE;
          return [{ attempt_id: row.id, problem_id: row.problem, duplicate_key, publishable, signals }];
        });
        return [...rankAttempts(candidates, this.#config.perProblem)];
      }),
    );
    const decisions = this.#rows.map((row, place): Decision => {
      if (!('id' in row)) return { kind: 'quarantined', row, flaw: row.flaw };
      if (unsigned.has(row.id)) {
        return { kind: 'quarantined', row, flaw: quarantine('RECEIPT_UNSIGNED', 'its receipt is not signed', row.id) };
      }
      const placing = placings.get(row.id);
      if (placing?.kept === true) return { kind: 'kept', row, placing };
      const { reason, detail } = placing ?? {};
      const failures = reason === undefined ? failing[place]! : [{ reason, detail: detail! }];
      return { kind: 'rejected', row, failures };
    });
    return { decisions, versions };
  }

  /** Interns a text: every line of a file has its own copy of texts that many lines share. */
  #once<Text extends string>(text: Text): Text {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return (known as Text | undefined) ?? text;
  }
}

/** The reasons against an attempt, given all attempts of its version. */
function withVersion({ failures, pending }: SettledAttempt, version: VersionAgency | undefined): readonly Failure[] {
  const detail = whyNotAgentic(pending?.detail ?? null, pending !== null, version);
  if (detail === undefined || failures.some(({ reason }) => reason === 'NOT_AGENTIC')) return failures;
  const added: Failure = { reason: 'NOT_AGENTIC', detail };
  return [...failures, added].toSorted((left, right) => REASONS.indexOf(left.reason) - REASONS.indexOf(right.reason));
}
