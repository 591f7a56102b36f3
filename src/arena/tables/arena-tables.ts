import type { FaultCode } from '../../fault/fault-table.ts';
import type { ArenaCategory } from '../../problems/problem.ts';
import type { EventTables, JsonColumn, JsonValue } from '../../store/database.ts';
import type { Finding } from '../admission/finding.ts';
import type { RaceState } from '../race/race-state.ts';
import type { Licence } from '../submission/licence.ts';
import type { TwinComparison } from '../twins/compare-twins.ts';
import type { NoticeKind } from '../webhooks/notice.ts';
import type { AgencyReportWire } from '../wire/agency-wire.ts';
import type { ExcuseReport, FailureConfirmation } from '../wire/work-wire.ts';

/** Every timestamp is in milliseconds since 1970; every id is a UUID unless noted. */
export interface ArenaTables extends EventTables {
  readonly contestants: {
    readonly hotkey: string;
    readonly first_seen_at: number;
    /** The hotkey cannot submit before this; 0 means no cooldown. */
    readonly next_allowed_at: number;
    readonly last_submitted_at: number | null;
  };
  readonly agents: {
    readonly agent_id: string;
    readonly hotkey: string;
    readonly name: string;
    readonly created_at: number;
  };
  readonly agent_versions: {
    readonly agent_version_id: string;
    readonly agent_id: string;
    readonly hotkey: string;
    /** Counted from 1 within its agent. */
    readonly version_number: number;
    /** Hash of the file, which is in the blob store. */
    readonly code_sha256: string;
    readonly code_bytes: number;
    readonly submitted_at: number;
    /** Findings that did not reject the file. */
    readonly findings: JsonColumn<readonly Finding[]>;
    readonly is_flagged: boolean;
    readonly cancelled_at: number | null;
    readonly cancel_reason: string | null;
    /** When its code becomes public; null while it has not won. */
    readonly release_at: number | null;
    readonly released_at: number | null;
    /** Licence for training data from its attempts; null for submissions from before licences existed. */
    readonly licence: Licence | null;
    /** Hash of the program without layout, comments and names; null until it is computed. */
    readonly code_form: string | null;
    /** The first version of this program, submitted by another contestant. Only for the operator. */
    readonly copy_of: string | null;
    /** When an operator decided that it is not a copy. */
    readonly copy_cleared_at: number | null;
  };
  /** Answers to submissions, so that a retry after a lost answer gets the same one. */
  readonly submission_receipts: {
    readonly hotkey: string;
    readonly idempotency_key: string;
    readonly request_hash: string;
    readonly answer: JsonColumn<JsonValue>;
    readonly answered_at: number;
  };
  /** Pieces of every file's structure, used to find copies. */
  readonly code_marks: {
    readonly agent_version_id: string;
    readonly mark: number;
    readonly line: number;
  };
  /** Only for the operator: the lines are other contestants' unreleased code. */
  readonly near_copies: {
    readonly agent_version_id: string;
    readonly other_version_id: string;
    readonly shared_share: number;
    readonly line_pairs: JsonColumn<readonly (readonly [line: number, otherLine: number])[]>;
    readonly noted_at: number;
  };
  /** Problems with their answers. Kinds `race` and `twins` must never be publicly accessible. */
  readonly problem_sets: {
    readonly set_id: string;
    readonly kind: 'qualifying' | 'race' | 'twins';
    readonly size: number;
    readonly created_at: number;
  };
  readonly set_problems: {
    readonly set_id: string;
    readonly position: number;
    readonly problem_id: string;
    /** Its id in the bank, which need not be a UUID. */
    readonly source_id: string;
    readonly category: ArenaCategory;
    readonly difficulty: 'easy' | 'medium' | 'hard';
    /** The problem as stored in files, including answers. */
    readonly record: JsonColumn<Readonly<Record<string, JsonValue>>>;
  };
  readonly suites: {
    /** Counted from 1. */
    readonly suite_id: number;
    readonly suite_version: number;
    readonly name: string;
    readonly set_id: string;
    readonly is_active: boolean;
    readonly is_public: boolean;
    readonly created_at: number;
    readonly activated_at: number | null;
  };
  /** Results of a version on a suite. */
  readonly entries: {
    readonly agent_version_id: string;
    readonly suite_id: number;
    /** Null until enough validators agree, and again after a run was invalidated. */
    readonly final_score: number | null;
    readonly success_rate: number | null;
    readonly reasoning_coefficient: number | null;
    /** The agency factor of the score, and the score before it; null if the policy was off. */
    readonly agency_factor: number | null;
    readonly score_without_agency: number | null;
    /** Public problems compared with twins, when the score was computed; null if there were no twins. */
    readonly twin_comparison: JsonColumn<TwinComparison> | null;
    /** Number of these comparisons. Kept when a score is removed, because every comparison can give a false alarm. */
    readonly twin_looks: number | null;
    /** The score on the public problems, if the final score is that of the twins. */
    readonly score_on_public: number | null;
    readonly eligible_at: number | null;
    readonly discarded_at: number | null;
    readonly discard_reason: string | null;
    readonly eliminated_at: number | null;
    readonly eliminate_reason: string | null;
  };
  readonly work_items: {
    readonly work_item_id: string;
    readonly agent_version_id: string;
    readonly suite_id: number;
    readonly phase: Phase;
    /** Empty for qualifying: in a unique index, null is not equal to null. */
    readonly race_id: string;
    /** Number of the evaluation, from 0; each re-evaluation adds 1. */
    readonly round: number;
    readonly set_id: string;
    readonly required_successes: number;
    readonly queued_at: number;
    /** Higher first. */
    readonly priority: number;
    readonly closed_at: number | null;
    readonly close_reason: 'complete' | 'cancelled' | 'exhausted' | 'agent fault' | null;
    readonly disagreement_at: number | null;
  };
  /** Unpublished problems of the same difficulty as those of a suite. */
  readonly twin_sets: {
    readonly set_id: string;
    readonly suite_id: number;
    readonly added_at: number;
  };
  /** The twins that a qualifying item has in addition to the problems of its set. */
  readonly item_twins: {
    readonly work_item_id: string;
    readonly problem_id: string;
    readonly set_id: string;
  };
  readonly runs: {
    readonly run_id: string;
    readonly work_item_id: string;
    readonly agent_version_id: string;
    readonly validator_hotkey: string;
    readonly status: RunStatus;
    readonly claimed_at: number;
    readonly lease_expires_at: number;
    readonly last_heartbeat_at: number | null;
    readonly completed_at: number | null;
    readonly is_included: boolean;
    readonly score: number | null;
    readonly score_components: JsonColumn<Readonly<Record<string, JsonValue>>> | null;
    readonly failure_reason: string | null;
    readonly failure_code: FaultCode | null;
    readonly failure_owner: 'agent' | 'validator' | 'platform' | null;
    /** Proof that the failure is the platform's; every platform failure has one. */
    readonly failure_confirmation: JsonColumn<FailureConfirmation> | null;
    /** Attempts that failed through no fault of the agent, as counted by the validator. */
    readonly excuses: JsonColumn<ExcuseReport> | null;
    readonly sandbox_metadata: JsonColumn<Readonly<Record<string, JsonValue>>> | null;
    readonly results_key: string | null;
    readonly service_versions: JsonColumn<Readonly<Record<string, string>>> | null;
    readonly invalidated_at: number | null;
    readonly invalidated_by: string | null;
    readonly invalidation_reason: string | null;
  };
  readonly problem_results: {
    readonly run_id: string;
    readonly problem_id: string;
    readonly status: ProblemStatus;
    readonly score: number | null;
    readonly reasoning_score: number | null;
    readonly summary: JsonColumn<Readonly<Record<string, JsonValue>>> | null;
    readonly inference_failure_count: number | null;
    readonly inference_total: number | null;
    readonly execution_time: number | null;
    readonly logs_key: string | null;
    readonly updated_at: number;
  };
  /** Validators' findings about who decides, from changing model answers in unscored attempts. */
  readonly agency_reports: {
    readonly run_id: string;
    readonly agent_version_id: string;
    readonly validator_hotkey: string;
    readonly probe_attempts: number;
    readonly scored_attempts: number;
    readonly search_followed: number;
    readonly search_of: number;
    readonly view_followed: number;
    readonly view_of: number;
    readonly recommend_followed: number;
    readonly recommend_of: number;
    readonly told_search: number;
    readonly told_recommendation: number;
    readonly request_shown: number;
    readonly searches_unsaid: number | null;
    readonly recommendations_unsaid: number | null;
    /** As sent, including the receipts of the probe attempts. */
    readonly report: JsonColumn<AgencyReportWire>;
    readonly reported_at: number;
  };
  readonly uploads: {
    readonly upload_key: string;
    readonly run_id: string;
    readonly problem_id: string;
    readonly content_length: number;
    readonly content_type: string;
    readonly expires_at: number;
    /** Null until the bytes have arrived. */
    readonly sha256: string | null;
    readonly stored_at: number | null;
  };
  /** Evidence that a run was accepted with, by problem; used to find copies. */
  readonly run_evidence: {
    readonly run_id: string;
    readonly problem_id: string;
    readonly attempt_id: string;
    readonly receipt_hash: string;
    /** Equal for copies of the same calls; null for attempts without calls. */
    readonly mark: string | null;
  };
  /** The arena's audits of validators: one row for each run and kind of audit. */
  readonly audits: {
    readonly run_id: string;
    readonly kind: AuditKind;
    readonly validator_hotkey: string;
    readonly chosen_at: number;
    /** Null while the audit is in progress. */
    readonly finished_at: number | null;
    /** Problems that were compared, and how many of them had a different outcome. */
    readonly problems: number;
    readonly differ: number;
    readonly detail: JsonColumn<JsonValue> | null;
  };
  /** Excluded validators, until an operator lifts the exclusion. */
  readonly exclusions: {
    readonly hotkey: string;
    readonly reason: string;
    readonly excluded_at: number;
    /** Audits before this no longer count. */
    readonly lifted_at: number | null;
  };
  readonly validators: {
    readonly hotkey: string;
    readonly name: string | null;
    readonly registered_at: number;
    readonly last_claim_at: number | null;
    readonly last_seen_at: number | null;
    readonly max_concurrent_runs: number;
    readonly service_versions: JsonColumn<Readonly<Record<string, string>>> | null;
    readonly cpu_pct: number | null;
    readonly ram_pct: number | null;
    readonly disk_pct: number | null;
    readonly docker_container_count: number | null;
    readonly metrics_at: number | null;
    /** The newest request it signed, as proof for third parties, and when it arrived. */
    readonly signed_request: JsonColumn<{ readonly message: string; readonly signature: string }> | null;
    readonly signed_at: number | null;
  };
  /** In which slots of an hour each validator, and the arena itself, was there; the basis of uptime. */
  readonly presence: {
    /** A hotkey, or `arena`. */
    readonly who: string;
    /** Its first millisecond. */
    readonly hour: number;
    /** One bit for each slot, the first slot lowest. */
    readonly slots: number;
  };
  /** Display names of contestants and validators. */
  readonly profiles: {
    readonly hotkey: string;
    readonly name: string | null;
    /** Equal for names that look alike; unique, so that names cannot be confused. */
    readonly name_form: string | null;
    readonly link: string | null;
    readonly updated_at: number;
  };
  /** Models that answered a version on public problems, as recorded by its validators. */
  readonly version_models: {
    readonly agent_version_id: string;
    readonly model: string;
  };
  readonly bans: {
    readonly hotkey: string;
    readonly role: 'miner' | 'validator';
    readonly reason: string;
    readonly banned_by: string;
    readonly banned_at: number;
  };
  /** Operations that the operator can stop: `claims` and `submissions`. */
  readonly stops: {
    readonly name: StopName;
    readonly reason: string;
    readonly stopped_by: string;
    readonly stopped_at: number;
    readonly release_at: number | null;
  };
  readonly inference_credentials: {
    readonly hotkey: string;
    readonly provider: string;
    /** Sealed with the arena's secret; read only when a claim passes it to a validator. */
    readonly sealed: Uint8Array;
    readonly is_default: boolean;
    readonly updated_at: number;
  };
  readonly races: {
    readonly race_id: string;
    readonly race_number: number;
    readonly suite_id: number;
    readonly state: RaceState;
    readonly opens_at: number;
    readonly closes_at: number;
    readonly since: number;
    readonly created_at: number;
    readonly started_at: number | null;
    readonly completed_at: number | null;
    readonly qualifying_threshold: number | null;
    readonly incumbent_version_id: string | null;
    readonly draw_commitment: string | null;
    readonly set_id: string | null;
    readonly scored_count: number;
    readonly winner_version_id: string | null;
    readonly winner_score: number | null;
    readonly reason: string | null;
    /** The decision with its comparisons, once made. */
    readonly result: JsonColumn<JsonValue> | null;
    /** The draw with its seed, once revealed. */
    readonly draw: JsonColumn<JsonValue> | null;
  };
  readonly racers: {
    readonly race_id: string;
    readonly agent_version_id: string;
    readonly hotkey: string;
    readonly qualification_type: 'INCUMBENT' | 'THRESHOLD';
    readonly qualifying_score: number;
    readonly race_score: number | null;
    readonly race_rank: number | null;
    /** As in `entries`. */
    readonly agency_factor: number | null;
    readonly score_without_agency: number | null;
  };
  readonly race_pins: {
    readonly hotkey: string;
    readonly agent_version_id: string;
    readonly pinned_at: number;
  };
  /**
   * Which validators have seen the hidden problems of a race, and for which version. Written before the problems are
   * sent.
   */
  readonly exposures: {
    readonly race_id: string;
    readonly agent_version_id: string;
    readonly validator_hotkey: string;
    readonly exposed_at: number;
  };
  /** All champions so far. */
  readonly tops: {
    /** Counted from 1. */
    readonly reign: number;
    readonly agent_version_id: string;
    readonly hotkey: string;
    readonly suite_id: number;
    readonly score: number;
    readonly race_id: string | null;
    readonly crowned_at: number;
    readonly ended_at: number | null;
  };
  /** The basis of validators' weights, fixed once per epoch so that all send the same bytes. */
  readonly weight_epochs: {
    readonly epoch: number;
    readonly pinned_at: number;
    readonly top_hotkey: string | null;
    /** The champion's share, from 0 to 1. */
    readonly share: number;
    readonly finishers: JsonColumn<readonly { agent_version_id: string; hotkey: string; race_score: number | null }[]>;
  };
  /** Versions that their contestants withdrew from every later release of the corpus. */
  readonly corpus_withdrawals: {
    readonly agent_version_id: string;
    readonly hotkey: string;
    readonly withdrawn_at: number;
  };
  /** Releases of the corpus; the newest is shown. */
  readonly corpus_releases: {
    /** Counted from 1. */
    readonly release_number: number;
    readonly name: string;
    readonly published_at: number;
    readonly manifest_sha256: string;
    /** Contents of its page. */
    readonly summary: JsonColumn<JsonValue>;
    /** All files of the release; held-out files are never served. */
    readonly files: JsonColumn<readonly StoredFile[]>;
  };
  /** URLs that contestants and operators registered for notices. */
  readonly webhooks: {
    readonly webhook_id: string;
    readonly hotkey: string;
    /** `own`: notices for its hotkey. `arena`: all notices, for an operator. */
    readonly scope: 'own' | 'arena';
    readonly kinds: JsonColumn<readonly NoticeKind[]>;
    /** Host of the URL, for lists; the rest of the URL may be secret. */
    readonly host: string;
    /** The URL and the signing secret, sealed with the arena's secret. */
    readonly sealed: Uint8Array;
    readonly created_at: number;
    /** Events up to this sequence number are not delivered. */
    readonly after_sequence: number;
    /** Deliveries given up since the last successful one. */
    readonly failed_in_a_row: number;
    /** Notices that were not queued because too many were waiting. */
    readonly dropped: number;
    readonly disabled_at: number | null;
  };
  readonly webhook_deliveries: {
    readonly delivery_id: string;
    readonly webhook_id: string;
    readonly kind: NoticeKind | 'test';
    /** Sequence number of its event; null for a test. */
    readonly sequence: number | null;
    /** As sent, the same in every attempt. */
    readonly body: string;
    readonly status: 'pending' | 'delivered' | 'failed';
    readonly attempts: number;
    /** Real time, not the arena's: receivers do not follow a faster clock. */
    readonly next_at: number;
    readonly created_at: number;
    readonly ended_at: number | null;
    /** Last response: an HTTP status, or why there was none. */
    readonly response: string | null;
  };
  /** The last ledger event for which deliveries have been queued. One row. */
  readonly webhook_progress: {
    readonly one: number;
    readonly sequence: number;
  };
  readonly waitlist: {
    readonly email: string;
    readonly source: string;
    readonly joined_at: number;
  };
}

/** A file in the blob store, in parts that fit into memory. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Hashes of its parts, in order. */
  readonly parts: readonly string[];
}

export type Phase = 'QUALIFYING' | 'RACE';
/** `evidence`: the evidence uploaded for the run was rejected as forged. */
export type AuditKind = 'regrade' | 'rerun' | 'evidence';
export type StopName = 'claims' | 'submissions';
export type RunStatus = 'CLAIMED' | 'RUNNING' | 'SUCCESS' | 'FAILED' | 'TIMED_OUT' | 'STALE' | 'CANCELLED';
export type ProblemStatus = 'PENDING' | 'RUNNING' | 'SUCCESS' | 'FAILED' | 'SKIPPED' | 'TIMED_OUT';
