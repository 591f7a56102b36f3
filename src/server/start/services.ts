import type { Analysis } from '../../arena/admission.ts';
import type { Arena } from '../../arena/arena.ts';
import type { BankMaintenance } from '../../arena/bank.ts';
import type { Providers } from '../../arena/credentials.ts';
import type { LivePolicy } from '../../arena/operator.ts';
import type { ProblemRetirement } from '../../arena/race.ts';
import type { WebhookPolicy, WebhookSender } from '../../arena/submission.ts';
import type { InferenceOffer, Payout } from '../../board/leaderboard.ts';
import type { ChainView } from '../../chain/chain-view.ts';
import type { LocalChain } from '../../chain/local.ts';
import type { Metagraph as Subnet } from '../../chain/metagraph.ts';
import type { TextEmbedder } from '../../embedding/text-embedder.ts';
import type { Metagraph, StandingRules } from '../../identity/access.ts';
import type { RatePolicy } from '../../identity/rate.ts';
import type { Nonces, SignatureRules } from '../../identity/request.ts';
import type { ChallengeRules, Challenges, Sessions } from '../../identity/session.ts';
import type { ServedMarket } from '../../market/served-market.ts';
import type { EventFeed } from '../live/event-feed.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import type { HealthChecks } from './health-checks.ts';
import type { Housekeeping } from './housekeeping.ts';

/** Everything the API depends on. Created once, when the server starts. */
export interface Services {
  readonly arena: Arena;
  /** The policy of `arena`, with its version and its differences from arena.json. */
  readonly policy: LivePolicy;
  readonly identity: {
    readonly signatures: SignatureRules;
    readonly standing: StandingRules;
    readonly challenges: Challenges;
    readonly challengeRules: ChallengeRules;
    readonly sessions: Sessions;
    readonly sessionSeconds: number;
    readonly nonces: Nonces;
    readonly metagraph: Metagraph;
    /** Whether every 401 has the same body. */
    readonly collapse: boolean;
  };
  readonly rates: RatePolicy;
  /** Limits on concurrent readers of the event stream. */
  readonly streams: { readonly most: number; readonly perAddress: number };
  /** Checks the parts that the arena depends on. */
  readonly health: Pick<HealthChecks, 'run'>;
  /** Analyses a contestant's file without running it. */
  readonly analyse: (source: Uint8Array) => Promise<Analysis>;
  /** The same for a check, which waits for submissions. */
  readonly check: (source: Uint8Array) => Promise<Analysis>;
  readonly providers: Providers;
  /** Models that agents may use. */
  readonly inference: InferenceOffer;
  /** A hotkey's earnings per day, as far as known here. */
  readonly payout: Payout;
  /** `undefined` if weights go to an external chain. */
  readonly chain: LocalChain | undefined;
  /** The subnet with its weights and latest epoch, on any chain. */
  readonly chainView: () => Promise<ChainView>;
  /** The subnet as recorded on the chain, on any chain. */
  readonly metagraph: () => Promise<Subnet>;
  /** Admits a new hotkey without waiting for the next refresh. */
  readonly refreshMetagraph: () => Promise<void>;
  readonly registration: 'open' | 'admin';
  readonly housekeeping: Pick<Housekeeping, 'status'>;
  readonly reaped: { readonly total: number; readonly lastRound: number };
  /** Delivers notifications to registered URLs. */
  readonly webhooks: { readonly policy: WebhookPolicy; readonly sender: Pick<WebhookSender, 'test'> };
  readonly feed: EventFeed;
  readonly metrics: ServerMetrics;
  /** Token with which a scraper reads all metrics; without it, only those that reveal nothing about race runs. */
  readonly metricsToken: string | undefined;
  /** The public URL without a trailing slash; file URLs begin with it. */
  readonly publicUrl: string;
  /** Folder of hidden problems and suites, on the machine that has it. */
  readonly bankFolder: string | undefined;
  /** Compares requests with sealed ones by meaning; `undefined` if only words are compared. */
  readonly queryEmbedder: TextEmbedder | undefined;
  readonly hidden: ProblemRetirement;
  readonly bank: Pick<BankMaintenance, 'status'>;
  /** The market that the problems were made from, for validators to download; `undefined` if this process has none. */
  readonly market: ServedMarket | undefined;
  /** Folder of the public corpus release; `undefined` if there is none. */
  readonly corpusFolder: string | undefined;
  /** Folder of a training run, or of several, of which the newest is shown; `undefined` if there is none. */
  readonly trainingFolder: string | undefined;
  /** The same for training runs measured on other machines, which are shown separately from those of this arena. */
  readonly trainingElsewhereFolder: string | undefined;
  readonly version: string;
  /** Seconds of the arena's clock per real second. */
  readonly clockSpeed: number;
}
