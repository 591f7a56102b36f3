import { join } from 'node:path';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { FactsReader } from '../../arena/admission.ts';
import { auditRuns } from '../../arena/audit.ts';
import { BankMaintenance, FolderBank } from '../../arena/bank.ts';
import { releaseDueCode } from '../../arena/champion.ts';
import { countCredentials } from '../../arena/credentials.ts';
import { pinEpoch } from '../../arena/emission.ts';
import {
  correctStoredTimes,
  deleteOldPresence,
  noteArenaPresence,
  reapRuns,
  settleDisagreements,
} from '../../arena/queue.ts';
import { BankHiddenProblems, bankHeadPublisher, retirementPublisher, tickRace } from '../../arena/race.ts';
import { countWebhooks, fillCodeForms, WebhookSender } from '../../arena/submission.ts';
import { MetagraphCache } from '../../chain/metagraph-cache.ts';
import { DEFAULT_STANDING_RULES } from '../../identity/access.ts';
import { loadFastSignatures } from '../../identity/fast-signatures.ts';
import { DEFAULT_SIGNATURE_RULES } from '../../identity/request.ts';
import { DEFAULT_CHALLENGE_RULES, DEFAULT_SESSION_SECONDS } from '../../identity/session.ts';
import { DatabaseChallenges, DatabaseNonces, DatabaseSessions } from '../../identity/stores.ts';
import { openServedMarket } from '../../market/served-market.ts';
import { modelsFolder } from '../../models/model-folder.ts';
import { openQueryEmbedder } from '../../problems/open-query-embedder.ts';
import { createArenaServer } from '../http/create-arena-server.ts';
import { EventFeed } from '../live/event-feed.ts';
import { ServerMetrics } from '../metrics/server-metrics.ts';
import type { Site } from '../site/site.ts';
import { AgentAnalyser } from './agent-analyser.ts';
import type { ArenaConfig } from './arena-config.ts';
import { clockDuty } from './clock-duty.ts';
import { HealthChecks } from './health-checks.ts';
import { type Duty, Housekeeping } from './housekeeping.ts';
import { inferenceOffer, providersOf } from './inference-offer.ts';
import { checkMetagraph } from './metagraph-check.ts';
import { type OpenedArena, openArena } from './open-arena.ts';
import { openChain } from './open-chain.ts';
import { OutageLog } from './outage-log.ts';
import type { Services } from './services.ts';
import { checkBlobs, checkFolder } from './storage-check.ts';

const GRACE_MILLISECONDS = 2_000;

/** Stops a server: active requests get `GRACE_MILLISECONDS` to finish, then all connections are closed. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const cutOff = setInterval(() => server.server.closeAllConnections(), GRACE_MILLISECONDS);
  try {
    await server.close();
  } finally {
    clearInterval(cutOff);
  }
}

export interface StartOptions {
  readonly folder: string;
  readonly config: ArenaConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads contestants' files without running them. */
  readonly reader: FactsReader;
  /** Folder of the hidden problems; defaults to `bank` in the data folder. */
  readonly bankFolder?: string | undefined;
  /** Folder of the market that validators download; defaults to `market` in the data folder. */
  readonly marketFolder?: string | undefined;
  /** Folder of a public corpus release. */
  readonly corpusFolder?: string | undefined;
  /** Folder of a public training run, or of several. */
  readonly trainingFolder?: string | undefined;
  /** Folder of training runs measured elsewhere, marked as such. */
  readonly trainingElsewhereFolder?: string | undefined;
  readonly isProduct?: ((id: string) => boolean) | undefined;
  readonly version: string;
  readonly logger?: FastifyServerOptions['logger'];
  /** The public URL once the server listens; called when a URL is issued. */
  readonly publicUrl: () => string;
  readonly housekeepingMilliseconds?: number;
  /** Replaces the clock from the configuration; milliseconds since 1970, never going back. */
  readonly clock?: (() => number) | undefined;
  /** Called once for each problem that an operator should address. */
  readonly onWarning?: ((warning: string) => void) | undefined;
  /** The dashboard; not served if left out. */
  readonly site?: Site | undefined;
}

export interface StartedArena {
  readonly server: FastifyInstance;
  readonly arena: OpenedArena;
  readonly services: Services;
  /** Stops housekeeping and live streams, then the server, then the database. */
  stop(): Promise<void>;
}

const HOUSEKEEPING_MILLISECONDS = 2_000;
/** Maximum delay until a process applies a policy change made by another process. */
const POLICY_MILLISECONDS = 2_000;

/** API, scheduler and reaper in one process, not listening yet. Several may run on one database. */
export async function startArena(options: StartOptions): Promise<StartedArena> {
  const { config, folder } = options;
  const metrics = new ServerMetrics();
  const queries = openQueryEmbedder({
    ...config.queries,
    apiKey: options.environment.ASSAY_QUERIES_API_KEY,
    models: modelsFolder(),
  });
  const arena = await openArena({ ...options, metrics });
  const { database, now } = arena;
  const outages = new OutageLog();
  const opened = await openChain(arena, config.chain);
  const metagraph = new MetagraphCache(opened.chain, {
    everySeconds: opened.everySeconds,
    leastSeconds: opened.leastSeconds,
    onFailure: (error) => {
      metrics.chainFailures.inc();
      outages.failed('registrations', error, {}, 'The chain cannot be read. The last known registrations count.');
    },
    onSuccess: () => outages.works('registrations', {}, 'The chain can be read again.'),
  });
  const forgetMetagraph = await metagraph.start();
  // Applies policy changes made by other processes; while the database is unavailable there are none.
  const following = setInterval(() => arena.live.refresh(database.reader).catch(() => {}), POLICY_MILLISECONDS);
  following.unref();
  const feed = new EventFeed(database);
  const market = await openServedMarket(options.marketFolder, join(folder, 'market'));
  const startedAt = now();
  const bankFolder = options.bankFolder ?? join(folder, 'bank');
  const hidden = new BankHiddenProblems(bankFolder, () => new Date(now()));
  const keeper = new BankMaintenance(arena, new FolderBank(bankFolder, () => new Date(now()), queries?.embedder));
  const warned = new Set<string>();
  const keepBank = async (): Promise<void> => {
    await keeper.run();
    const warnings = (await keeper.status())?.warnings ?? [];
    for (const warning of warnings.filter((text) => !warned.has(text))) {
      server.log.warn({ duty: 'bank' }, warning);
      options.onWarning?.(warning);
    }
    warned.clear();
    for (const warning of warnings) warned.add(warning);
  };
  const webhookPolicy = config.webhooks;
  const sender = new WebhookSender(arena, {
    arenaName: config.name,
    policy: webhookPolicy,
    // An unavailable chain does not disable webhooks: the last known state counts, however old.
    isRegistered: (hotkey) => metagraph.syncedAt === undefined || metagraph.find(hotkey) !== undefined,
  });
  const reaped = { total: 0, lastRound: 0 };
  const { clock, duty: correctTimes } = clockDuty({
    correct: () => correctStoredTimes(arena),
    refreshMetagraph: () => metagraph.refresh(),
    metrics,
    log: () => server.log,
  });
  // Irreversible duties wait until it is known which time is right.
  const needs = 'settled clock';
  const duties: Duty[] = [
    correctTimes,
    {
      name: 'reaper',
      run: async () => {
        reaped.lastRound = (await reapRuns(arena)).reaped;
        reaped.total += reaped.lastRound;
        metrics.runsReaped.inc(reaped.lastRound);
      },
    },
    { name: 'disagreements', needs, run: async () => void (await settleDisagreements(arena)) },
    {
      name: 'audits',
      run: async () => {
        const path = arena.policy.audit.repeatSearches ? await market?.currentPath() : undefined;
        const audited = path === undefined ? undefined : { path, compat: config.searchCompat, since: startedAt };
        await auditRuns(arena, { isReplayable: config.simulated, market: audited });
      },
    },
    { name: 'code forms', run: async () => void (await fillCodeForms(arena)) },
    { name: 'exclusions', run: () => opened.withholdExcluded() },
    // Records the draw policy in the bank's ledger, which the draw of a race follows.
    { name: 'bank', needs, run: () => keepBank() },
    { name: 'race', needs, run: async () => void (await tickRace(arena, hidden, opened.beacon)) },
    { name: 'retirements', needs, run: retirementPublisher(arena, hidden) },
    { name: 'bank ledger', run: bankHeadPublisher(arena, hidden) },
    { name: 'release', needs, run: async () => void (await releaseDueCode(arena)) },
    // Every round, so that no slot in which the arena runs is missed; one read unless a slot has begun.
    { name: 'presence', run: () => noteArenaPresence(arena) },
    { name: 'old presence', needs, run: () => deleteOldPresence(arena) },
    { name: 'epoch', needs, run: async () => void (await pinEpoch(arena)) },
    { name: 'chain', needs, run: () => opened.endEpochsDue() },
    // Last, so that events of this round are delivered in this round.
    {
      name: 'webhooks',
      run: () =>
        sender.run((error) => server.log.error({ err: error, duty: 'webhooks' }, 'Webhooks were not delivered.')),
    },
  ];
  const analyser = new AgentAnalyser(arena, options.reader, options.isProduct);
  const services: Services = {
    arena,
    identity: {
      signatures: {
        ...DEFAULT_SIGNATURE_RULES,
        arena: config.name,
        requireVersion2: config.requireSignatureVersion2,
        verify: await loadFastSignatures(),
      },
      standing: {
        ...DEFAULT_STANDING_RULES,
        minimumValidatorStake: config.minimumValidatorStake,
        admins: new Set(config.admins),
      },
      challenges: new DatabaseChallenges(database),
      challengeRules: DEFAULT_CHALLENGE_RULES,
      sessions: new DatabaseSessions(database),
      sessionSeconds: DEFAULT_SESSION_SECONDS,
      nonces: new DatabaseNonces(database),
      metagraph,
      collapse: config.collapseAuthErrors,
    },
    rates: config.rates,
    streams: config.streams,
    policy: arena.live,
    health: new HealthChecks(
      {
        database: async () => {
          await database.reader.selectFrom('suites').select('suite_id').limit(1).execute();
        },
        blobs: () => checkBlobs(arena.blobs),
        disk: () => checkFolder({ folder, minimumFreeBytes: config.minimumFreeBytes }),
        chain: async () => void (await opened.chain.currentBlock()),
        metagraph: async () => checkMetagraph(metagraph.syncedAt, Date.now() / 1_000),
      },
      {
        onResult: ({ name: check, error }) => {
          if (error === undefined) outages.works(check, { check }, 'health check passes again');
          else outages.failed(check, error, { check }, 'health check failed');
        },
      },
    ),
    analyse: analyser.analyse,
    check: analyser.check,
    providers: providersOf(config),
    inference: inferenceOffer(config),
    payout: opened.payout,
    chain: opened.local,
    chainView: () => opened.view(),
    metagraph: () => opened.chain.metagraph(),
    refreshMetagraph: () => metagraph.refresh(),
    registration: config.chain.kind === 'local' ? config.chain.registration : 'admin',
    get housekeeping() {
      return housekeeping;
    },
    reaped,
    webhooks: { policy: webhookPolicy, sender },
    feed,
    metrics,
    metricsToken: options.environment.ASSAY_METRICS_TOKEN,
    get publicUrl() {
      return config.publicUrl ?? options.publicUrl();
    },
    bankFolder,
    queryEmbedder: queries?.embedder,
    hidden,
    bank: keeper,
    market,
    corpusFolder: options.corpusFolder,
    trainingFolder: options.trainingFolder,
    trainingElsewhereFolder: options.trainingElsewhereFolder,
    version: options.version,
    clockSpeed: config.clockSpeed,
  };
  const server = await createArenaServer(services, {
    ...(options.logger !== undefined && { logger: options.logger }),
    trustedProxies: config.trustedProxies,
    site: options.site,
  });
  outages.writeTo(server.log);
  const housekeeping = new Housekeeping({
    database,
    duties,
    metrics,
    outages,
    clock,
    intervalMilliseconds: options.housekeepingMilliseconds ?? HOUSEKEEPING_MILLISECONDS,
  });
  housekeeping.start();
  for (const warning of await startWarnings(arena, services)) {
    server.log.warn(warning);
    options.onWarning?.(warning);
  }
  return {
    server,
    arena,
    services,
    stop: async () => {
      await housekeeping.stop();
      await sender.stop();
      forgetMetagraph();
      clearInterval(following);
      feed.close();
      await closeServer(server);
      await market?.close();
      await queries?.close();
      await opened.close();
      await database.close();
    },
  };
}

/** Warnings for the operator at startup. */
async function startWarnings(arena: OpenedArena, { inference, market }: Services): Promise<readonly string[]> {
  const { unreadable } = await countCredentials(arena.database.reader, arena.secret);
  const { unreadable: webhooks } = await countWebhooks(arena.database.reader, arena.secret);
  return [
    ...arena.live.ignored.map(
      (path) =>
        `policy.${path} was changed while the arena ran, to a value that is no longer valid. It is ignored: \`assay admin policy reset ${path}\` removes it.`,
    ),
    ...(inference.models.length === 0
      ? ['Agents have no model to use: arena.json names no models, no preset, and is not simulated.']
      : []),
    ...(market === undefined
      ? [
          'The arena serves no market, so each validator grades on its own copy, and nothing compares their hashes. Name the market that the problems were made from: `assay serve --market DIR`, or put it into market/ in the data folder.',
        ]
      : []),
    ...(arena.secret.hasEarlier
      ? ['An earlier secret of this arena is still accepted: finish the rotation (docs/operator.md, Secrets).']
      : []),
    ...(unreadable.length > 0
      ? [
          `${unreadable.length} stored credentials cannot be decrypted with the secret: \`assay admin doctor\` names them.`,
        ]
      : []),
    ...(webhooks.length > 0
      ? [`${webhooks.length} webhooks cannot be decrypted with the secret: \`assay admin doctor\` names them.`]
      : []),
  ];
}
