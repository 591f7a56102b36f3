import type { WorkReport } from '../../arena/wire.ts';
import type { AttemptStore } from '../../attempt/record.ts';
import type { GatewayLimits } from '../../gateway/gateway-limits.ts';
import type { ModelTraffic } from '../../gateway/model-traffic.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import type { OpenAiInferenceOptions } from '../../inference/openai-inference.ts';
import type { Search } from '../../market/search.ts';
import type { TitleChoice } from '../../problems/open-titles.ts';
import type { TitleMeasure } from '../../problems/satisfy.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { JudgePanel } from '../../verdict/judge.ts';
import type { ArenaApi } from '../arena/arena-api.ts';
import type { Log } from '../log.ts';
import type { OpenModels } from '../open-models.ts';
import type { ValidatorSettings } from '../settings.ts';
import type { ValidatorMetrics } from '../work/metrics.ts';
import type { RunJournal } from './run-journal.ts';

/** How agents are evaluated; the same for every run of a validator. */
export interface Examination {
  /** Models for agents whose contestant pays no provider; without them only agents whose contestant pays are run. */
  readonly models?: OpenModels | undefined;
  /** Timeouts and retries for contestants' own providers. */
  readonly endpoint?: Omit<OpenAiInferenceOptions, 'baseUrl' | 'apiKey'>;
  /** Overrides of the defaults, such as the number of retries of a model call. */
  readonly gatewayLimits?: Partial<GatewayLimits> | undefined;
  readonly workers: number;
  readonly creditDollars: number;
  readonly wallMilliseconds: number;
  /** Opens the title measure that the arena requires; without this only `lexical` is available. */
  readonly openTitles?: ((choice: TitleChoice) => TitleMeasure) | undefined;
  /**
   * Opens a panel for each run, because a panel remembers which judges gave invalid answers in it; the gate judge by
   * default. The signal fires when the run is aborted: judges that do not answer must not delay a validator that is
   * stopping.
   */
  readonly openJudge?: ((signal: AbortSignal) => Pick<JudgePanel, 'judge'> | undefined) | undefined;
}

/** The components that a run uses. */
export interface RunParts {
  readonly api: ArenaApi;
  readonly hotkey: Hotkey;
  readonly store: AttemptStore;
  readonly sandbox: Sandbox;
  readonly search: Search;
  /** SHA-256 of the searched market, if it was compared with the arena's. */
  readonly marketHash?: string | undefined;
  readonly examination: Examination;
  readonly settings: ValidatorSettings;
  /** How models answer, over all runs of the process. */
  readonly traffic: ModelTraffic;
  readonly report: () => WorkReport;
  readonly metrics: ValidatorMetrics;
  readonly log: Log;
}

/** One run, and the signal that ends it. */
export interface Evaluation {
  readonly journal: RunJournal;
  /** Fires with the reason for ending the run. */
  readonly signal: AbortSignal;
  /** Called when the arena reports that it no longer accepts anything about the run. */
  readonly onRunOver: (reason: unknown) => void;
}
