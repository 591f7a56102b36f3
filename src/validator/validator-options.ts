import type { ArenaClient } from '../client/arena-client.ts';
import type { ModelTraffic } from '../gateway/model-traffic.ts';
import type { Hotkey } from '../identity/hotkey.ts';
import type { Search } from '../market/search.ts';
import type { Log } from './log.ts';
import type { Retention } from './retention/plan-clean.ts';
import type { Examination } from './run/run-parts.ts';
import type { ValidatorSettings } from './settings.ts';
import type { SoundSandbox } from './sound-sandbox.ts';
import type { WeighedChain } from './weights/weight-setter.ts';

export type { WeighedChain };

import type { ValidatorMetrics } from './work/metrics.ts';

export interface ValidatorOptions {
  /** Signs with the hotkey. */
  readonly client: ArenaClient;
  readonly hotkey: Hotkey;
  /** Evidence, journal and blobs; used by this validator only. */
  readonly data: string;
  /** The sandbox and the search may be shared by several validators. */
  readonly sandbox: SoundSandbox;
  readonly search: Search;
  /** SHA-256 of the searched market; a run of an arena with another market is rejected. */
  readonly marketHash?: string | undefined;
  readonly examination: Examination;
  /** Shared by the validators of a process, so that each sees the traffic of the others' agents. */
  readonly traffic?: ModelTraffic | undefined;
  /** Without it no weights are set. */
  readonly weights?: WeighedChain | undefined;
  readonly programVersion: string;
  readonly log: Log;
  readonly metrics?: ValidatorMetrics | undefined;
  readonly settings?: Partial<ValidatorSettings>;
  /** How much evidence to keep; all by default. */
  readonly retention?: Retention | undefined;
  /** Ends when there is no work left. */
  readonly once?: boolean;
}

/** `resting`: backing off after a failure, or the arena does not answer. */
export type ValidatorState =
  | 'idle'
  | 'running'
  | 'resting'
  | 'no space'
  | 'banned'
  | 'unstaked'
  | 'draining'
  | 'stopped';

export interface ValidatorStatus {
  readonly hotkey: string;
  readonly state: ValidatorState;
  readonly run: { readonly run_id: string; readonly agent_version_id: string; readonly phase: string } | null;
  /** Numbers of runs since the start, by outcome. */
  readonly scored: number;
  readonly failed: number;
  readonly dropped: number;
  /** When the arena last answered a request for work, in milliseconds since 1970. */
  readonly heard_at: number | null;
  readonly weighed_epoch: number | null;
}
