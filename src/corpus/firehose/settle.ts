import type { Receipt } from '../../attempt/receipt.ts';
import { parseJson } from '../../store/parse-json.ts';
import type { AttemptProfile } from '../agency/attempt-profile.ts';
import { judgeVersion, type VersionAgency } from '../agency/judge-version.ts';
import type { Failure } from '../filter/apply-rules.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import { REASONS } from '../filter/filter-rule.ts';
import { type Candidate, type Placing, rankAttempts } from '../filter/rank-attempts.ts';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';
import { unsignedReceipts } from '../intake/verify-run-receipts.ts';
import type { Digest } from './batch.ts';

/** What became of one attempt. */
export type Decision =
  | { readonly kind: 'kept'; readonly placing: Extract<Placing, { kept: true }> }
  | { readonly kind: 'rejected'; readonly failures: readonly Failure[] }
  | { readonly kind: 'quarantined'; readonly flaw: Quarantined };

export type AttemptDigest = Exclude<Digest, { readonly flaw: Quarantined }>;

export interface Settled {
  /** In the order of the digests that were added. */
  readonly decisions: readonly Decision[];
  readonly versions: ReadonlyMap<string, VersionAgency>;
}

/** More attempts of a version say nothing new, and each takes room. */
const PROFILES_PER_VERSION = 200;

interface Entry {
  readonly id: string;
  readonly problem: string;
  readonly agent: string;
  readonly failures: readonly Failure[];
  readonly candidate: AttemptDigest['candidate'];
}

/** Decides what can only be decided when every attempt has been seen. */
export class Settlement {
  readonly #config: FilterConfig;
  readonly #rows: (Entry | Quarantined)[] = [];
  readonly #ids = new Set<string>();
  readonly #profiles = new Map<string, AttemptProfile[]>();
  readonly #runs = new Map<string, { readonly text: string; readonly hash: string }[]>();

  constructor(config: FilterConfig) {
    this.#config = config;
  }

  add(digest: Digest): void {
    if ('flaw' in digest) {
      this.#rows.push(digest.flaw);
      return;
    }
    const { id, problem, agent, failures, candidate, profile, receipt } = digest;
    if (this.#ids.has(id)) {
      this.#rows.push(quarantine('ATTEMPT_TWICE', 'the attempt was in the input before', id));
      return;
    }
    this.#ids.add(id);
    this.#rows.push({ id, problem, agent, failures, candidate });
    // Traces do not say which agent they are of.
    if (agent !== '') {
      const profiles = this.#profiles.get(agent) ?? [];
      this.#profiles.set(agent, profiles);
      if (profiles.length < PROFILES_PER_VERSION) profiles.push(profile);
    }
    if (receipt === null) return;
    const run = runOf(receipt.text);
    const links = this.#runs.get(run) ?? [];
    this.#runs.set(run, links);
    links.push(receipt);
  }

  settle(): Settled {
    const unsigned = this.#unsigned();
    const versions = new Map(
      Array.from(this.#profiles, ([agent, profiles]) => [agent, judgeVersion(profiles, this.#config.agentVersion)]),
    );
    const failing = this.#rows.map((row) => ('id' in row ? withVersion(row, versions.get(row.agent)) : []));
    const candidates = this.#rows.flatMap((row, place): Candidate[] => {
      if (!('id' in row) || row.candidate === null || failing[place]!.length > 0 || unsigned.has(row.id)) return [];
      const { key: duplicate_key, signals } = row.candidate;
      return [{ attempt_id: row.id, problem_id: row.problem, duplicate_key, signals }];
    });
    const placings = rankAttempts(candidates, this.#config.perProblem);
    const decisions = this.#rows.map((row, place): Decision => {
      if (!('id' in row)) return { kind: 'quarantined', flaw: row };
      if (unsigned.has(row.id)) {
        return { kind: 'quarantined', flaw: quarantine('RECEIPT_UNSIGNED', 'nobody signed its receipt', row.id) };
      }
      const placing = placings.get(row.id);
      if (placing?.kept === true) return { kind: 'kept', placing };
      const { reason, detail } = placing ?? {};
      const failures = reason === undefined ? failing[place]! : [{ reason, detail: detail! }];
      return { kind: 'rejected', failures };
    });
    return { decisions, versions };
  }

  #unsigned(): ReadonlySet<string> {
    const unsigned = new Set<string>();
    for (const links of this.#runs.values()) {
      const parsed = links.map(({ text, hash }) => ({ receipt: receiptOf(text), hash }));
      for (const id of unsignedReceipts(parsed)) unsigned.add(id);
    }
    return unsigned;
  }
}

/** An agent that does not listen to its model is scripted in every attempt, also in those that look otherwise. */
function withVersion({ failures }: Entry, version: VersionAgency | undefined): readonly Failure[] {
  if (version?.verdict !== 'independent of the model') return failures;
  if (failures.some(({ reason }) => reason === 'NOT_AGENTIC')) return failures;
  const failure: Failure = { reason: 'NOT_AGENTIC', detail: `scripted, by all its attempts: ${version.because}` };
  return [...failures, failure].toSorted((left, right) => REASONS.indexOf(left.reason) - REASONS.indexOf(right.reason));
}

/** Our own text, from our own file. */
function receiptOf(text: string): Receipt {
  const json = parseJson(text);
  if (!json.ok) throw new Error('a receipt that was written can be read');
  return json.value as Receipt;
}

function runOf(text: string): string {
  return receiptOf(text).run_id;
}
