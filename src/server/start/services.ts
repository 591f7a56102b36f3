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
import type { Metagraph, StandingRules } from '../../identity/access.ts';
import type { RatePolicy } from '../../identity/rate.ts';
import type { Nonces, SignatureRules } from '../../identity/request.ts';
import type { ChallengeRules, Challenges, Sessions } from '../../identity/session.ts';
import type { ServedMarket } from '../../market/served-market.ts';
import type { EventFeed } from '../live/event-feed.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import type { HealthChecks } from './health-checks.ts';
import type { Housekeeping } from './housekeeping.ts';

/** Everything the API is made of. Put together once, by whoever starts the server. */
export interface Services {
  readonly arena: Arena;
  /** The policy of `arena`, with its version and what differs from arena.json. */
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
    /** Every 401 reads the same. */
    readonly collapse: boolean;
  };
  readonly rates: RatePolicy;
  /** How many may read the event stream at the same time. */
  readonly streams: { readonly most: number; readonly perAddress: number };
  /** Whether the parts work that the arena depends on. */
  readonly health: Pick<HealthChecks, 'run'>;
  /** What a contestant's file is worth; nothing of it is run. */
  readonly analyse: (source: Uint8Array) => Promise<Analysis>;
  /** The same for a check, which waits for submissions. */
  readonly check: (source: Uint8Array) => Promise<Analysis>;
  readonly providers: Providers;
  /** Models that agents may ask. */
  readonly inference: InferenceOffer;
  /** What the top earns in a day, as far as it is known here. */
  readonly payout: Payout;
  /** Nothing where weights go to a chain that is not ours. */
  readonly chain: LocalChain | undefined;
  /** The subnet with its weights and newest epoch, whichever chain it is on. */
  readonly chainView: () => Promise<ChainView>;
  /** The subnet as the chain shows it, whichever chain it is. */
  readonly metagraph: () => Promise<Subnet>;
  /** Lets a newcomer in without waiting for the next look at the chain. */
  readonly refreshMetagraph: () => Promise<void>;
  readonly registration: 'open' | 'admin';
  readonly housekeeping: Pick<Housekeeping, 'status'>;
  readonly reaped: { readonly total: number; readonly lastRound: number };
  /** Delivers notices to registered addresses. */
  readonly webhooks: { readonly policy: WebhookPolicy; readonly sender: Pick<WebhookSender, 'test'> };
  readonly feed: EventFeed;
  readonly metrics: ServerMetrics;
  /** What a scraper sends to read every metric; strangers read those that tell nothing of race runs. */
  readonly metricsToken: string | undefined;
  /** How it is reached from outside, without a slash at the end; addresses of files begin with it. */
  readonly publicUrl: string;
  /** Where hidden problems and suites lie, on the machine that has them. */
  readonly bankFolder: string | undefined;
  readonly hidden: ProblemRetirement;
  readonly bank: Pick<BankMaintenance, 'status'>;
  /** The market that problems were made from, for validators to fetch; none where this process has none. */
  readonly market: ServedMarket | undefined;
  /** Where the release lies that everybody may have; none where there is none. */
  readonly corpusFolder: string | undefined;
  /** Where the run of a training lies, or several, of which the newest is shown; none where there is none. */
  readonly trainingFolder: string | undefined;
  /** The same for trainings that were measured on other machines, and are shown apart from those of this arena. */
  readonly trainingElsewhereFolder: string | undefined;
  readonly version: string;
  /** How many of the arena's seconds pass in one of ours. */
  readonly clockSpeed: number;
}
