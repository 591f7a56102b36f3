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

/** How agents are examined; the same for every run of a validator. */
export interface Examination {
  /** What agents ask where no contestant pays a provider; left out, only those are run who do. */
  readonly models?: OpenModels | undefined;
  /** Timeouts and retries for contestants' own providers. */
  readonly endpoint?: Omit<OpenAiInferenceOptions, 'baseUrl' | 'apiKey'>;
  /** In place of the defaults, such as how often a model call is retried. */
  readonly gatewayLimits?: Partial<GatewayLimits> | undefined;
  readonly workers: number;
  readonly creditDollars: number;
  readonly wallMilliseconds: number;
  /** The measure that the arena wants titles compared by; without this only `lexical` is known. */
  readonly openTitles?: ((choice: TitleChoice) => TitleMeasure) | undefined;
  /**
   * A panel for each run, since it remembers who talked nonsense in it; the gate judge when left out. The signal fires when
   * the run is aborted: judges that do not answer must not delay a validator that is stopping.
   */
  readonly openJudge?: ((signal: AbortSignal) => Pick<JudgePanel, 'judge'> | undefined) | undefined;
}

/** What a run is done with. */
export interface RunParts {
  readonly api: ArenaApi;
  readonly hotkey: Hotkey;
  readonly store: AttemptStore;
  readonly sandbox: Sandbox;
  readonly search: Search;
  /** SHA-256 of the market that is searched, where it was compared with the arena's. */
  readonly marketHash?: string | undefined;
  readonly examination: Examination;
  readonly settings: ValidatorSettings;
  /** How models answer, over all runs of the process. */
  readonly traffic: ModelTraffic;
  readonly report: () => WorkReport;
  readonly metrics: ValidatorMetrics;
  readonly log: Log;
}

/** One run, and when it is not to go on. */
export interface Evaluation {
  readonly journal: RunJournal;
  /** Fires with the reason. */
  readonly signal: AbortSignal;
  /** To be told when the arena says that nothing about the run counts any more. */
  readonly onRunOver: (reason: unknown) => void;
}
