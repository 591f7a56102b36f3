import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { DEFAULT_MARKET_FOLDER, existingIndexPath } from '../../../market/market-folder.ts';
import { ThreadedSearch } from '../../../market/search.ts';
import type { TitleChoice } from '../../../problems/open-titles.ts';
import type { TitleMeasure } from '../../../problems/satisfy.ts';
import { DRIVER_NAMES } from '../../../sandbox/choose-sandbox.ts';
import { DEFAULT_LIMITS, type Sandbox } from '../../../sandbox/sandbox.ts';
import { startSandboxProcess } from '../../../sandbox/sandbox-process.ts';
import { ArenaChain } from '../../../validator/arena-chain.ts';
import { ArenaApi, type ArenaModels, requireSuitable } from '../../../validator/arena-models.ts';
import type { Retention } from '../../../validator/clean-evidence.ts';
import { defaultWorkers } from '../../../validator/default-workers.ts';
import type { Log } from '../../../validator/log.ts';
import { marketForValidator } from '../../../validator/market-for-validator.ts';
import { type OpenModels, openModels } from '../../../validator/open-models.ts';
import { requireStake } from '../../../validator/require-stake.ts';
import { DEFAULT_SETTINGS } from '../../../validator/settings.ts';
import { requireSoundSandbox, type SoundSandbox } from '../../../validator/sound-sandbox.ts';
import { createStatusServer } from '../../../validator/status-server.ts';
import { Validator } from '../../../validator/validator.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { listen, stopServer } from '../../listen.ts';
import { type AgentModelOptions, namesModels, withModelOptions } from '../../model-options.ts';
import { openCheckedPanel, openPanel } from '../../open-panel.ts';
import { wholeNumber } from '../../options.ts';
import { type LogOptions, logOptions, openLog } from '../../output/log-output.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { packageVersion } from '../../package-version.ts';
import {
  apiKeyEnvOption,
  baseUrlOption,
  chosenMarketOption,
  creditOption,
  dataOption,
  driverOption,
  judgeModelOption,
  portOption,
  timeLimitOption,
  workersOption,
} from '../../shared-options.ts';
import { openChosenTitles, type TitleEndpointOptions, withTitleEndpointOptions } from '../../title-options.ts';
import { type ChainOptions, openWeights, withChainOptions } from './chain-options.ts';
import { GIB, keepDaysOption, keepGibOption } from './retention-options.ts';

interface Options extends SignedArenaOptions, TitleEndpointOptions, AgentModelOptions, LogOptions, ChainOptions {
  readonly market?: string;
  readonly data: string;
  readonly workers: number;
  readonly judgeModel: readonly string[];
  readonly judgeBaseUrl?: string;
  readonly judgeApiKeyEnv: string;
  readonly credit: number;
  readonly timeLimit: number;
  readonly driver?: string;
  readonly doctor?: boolean;
  readonly port?: number;
  readonly grace: number;
  readonly once?: boolean;
  readonly keepDays?: number;
  readonly keepGib?: number;
  readonly json?: boolean;
}

export function validatorRunCommand(): Command {
  const [logLevel, logFormat] = logOptions();
  const command = new Command('run')
    .addOption(chosenMarketOption('folder of the market (default: it is fetched from the arena)'))
    .addOption(dataOption('folder for evidence and the journal', join('data', 'validator')))
    .addOption(
      workersOption('number of attempts to run in parallel', 1).default(
        defaultWorkers(availableParallelism(), totalmem()),
        'by processors and memory',
      ),
    )
    .addOption(judgeModelOption())
    .addOption(baseUrlOption('judge-'))
    .addOption(apiKeyEnvOption('judge-'))
    .addOption(creditOption('maximum cost of model calls in the scored attempts of one run'))
    .addOption(timeLimitOption(DEFAULT_LIMITS.wallMilliseconds))
    .addOption(driverOption(DRIVER_NAMES))
    .option('--doctor', 'test the sandbox even if it passed in the last 24 hours')
    .addOption(portOption(undefined, 'serve /health and /metrics on this port of 127.0.0.1; 0 takes a free one'))
    .option(
      '--grace <seconds>',
      'time for the active run to finish after SIGTERM',
      wholeNumber(0, 3600),
      DEFAULT_SETTINGS.grace / 1000,
    )
    .addOption(keepDaysOption())
    .addOption(keepGibOption())
    .option('--once', 'exit when there is nothing left to do')
    .addOption(logLevel)
    .addOption(logFormat);
  return withSignedArenaOptions(withTitleEndpointOptions(withModelOptions(withChainOptions(command)))).action(
    async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const log = openLog(options);
      const client = await openSignedArena(options, {
        onExchange: ({ method, path, status, milliseconds, requestId }) =>
          log.debug('request to the arena', { method, path, status, milliseconds, request_id: requestId }),
      });
      const panel = { models: options.judgeModel, baseUrl: options.judgeBaseUrl, apiKeyEnv: options.judgeApiKeyEnv };
      // An outage of the judges leaves attempts unjudged for a while; a validator that starts meanwhile must not stay away.
      await openCheckedPanel(panel, 'judge-').catch((error: unknown) => {
        if (!Fault.isInstance(error) || error.code !== 'INFERENCE_FAILED') throw error;
        log.warn(`The judges do not answer now. ${error.message}`, { advice: error.remedy });
      });
      const api = new ArenaApi(client);
      const models = await validatorModels(options, await api.models());
      await requireStake(api, {
        address: client.hotkey.address,
        once: options.once === true,
        pollMilliseconds: DEFAULT_SETTINGS.poll,
        onWait: ({ message, remedy }) => log.warn(`${message} ${remedy} Waiting for stake.`),
      });
      const market = await marketForValidator({
        arena: api,
        named: options.market,
        cache: join(options.data, 'markets'),
        otherwise: DEFAULT_MARKET_FOLDER,
        log,
        onProgress: (done, total) => terminal.progress.update('fetching the market', done, total),
      });
      terminal.progress.done();
      const opened = await openWeights(options, {
        arena: new ArenaChain(client),
        hotkey: client.hotkey,
        data: options.data,
      });
      const search = ThreadedSearch.open(existingIndexPath(market.folder), 1);
      let sandbox: Sandbox | undefined;
      try {
        sandbox = await startSandboxProcess(options.driver === undefined ? {} : { driver: options.driver });
        const validator = new Validator({
          client,
          hotkey: client.hotkey,
          data: options.data,
          sandbox: await examined(sandbox, options, terminal, log),
          search,
          marketHash: market.sha256,
          examination: {
            models,
            workers: options.workers,
            creditDollars: options.credit,
            wallMilliseconds: options.timeLimit * 1000,
            openTitles: titlesOpener(options, market.folder),
            openJudge: (signal) => openPanel({ ...panel, signal }),
          },
          weights: opened.weights,
          programVersion: packageVersion(),
          log,
          settings: { grace: options.grace * 1000 },
          retention: retentionOf(options),
          once: options.once === true,
        });
        await live(validator, options, log);
        terminal.report(validator.status());
      } finally {
        await sandbox?.close();
        await search.close();
        opened.close();
      }
    },
  );
}

/**
 * The models that the arena allows agents to use, checked now rather than on the first run. If contestants pay their
 * own providers, a validator needs no models.
 */
async function validatorModels(options: Options, arena: ArenaModels): Promise<OpenModels | undefined> {
  if (!namesModels(options) && !arena.simulated) return undefined;
  const models = await openModels(namesModels(options) ? options : { ...options, simulated: true });
  requireSuitable(models, arena);
  return models;
}

/** One measure for all runs with the same choice, so that a model is loaded once. */
function titlesOpener(options: Options, market: string): (choice: TitleChoice) => TitleMeasure {
  const opened = new Map<string, TitleMeasure>();
  return (choice) => {
    const key = `${choice.measure} ${choice.threshold}`;
    const measure = opened.get(key) ?? openChosenTitles(choice, options, market);
    opened.set(key, measure);
    return measure;
  };
}

function retentionOf({ keepDays, keepGib }: Options): Retention {
  return { days: keepDays, bytes: keepGib === undefined ? undefined : keepGib * GIB };
}

async function live(validator: Validator, { port }: Options, log: Log): Promise<void> {
  const interrupted = untilInterrupted();
  const server = port === undefined ? undefined : createStatusServer(validator, packageVersion());
  try {
    if (server !== undefined)
      log.info('Serving health and metrics.', { url: await listen(server, '127.0.0.1', port!) });
    validator.start();
    const drained = interrupted.then(() => validator.drain());
    await Promise.race([validator.ended, drained]);
  } finally {
    if (server !== undefined) await stopServer(server);
  }
}

async function examined(
  sandbox: Sandbox,
  { data, doctor }: Options,
  terminal: Terminal,
  log: Log,
): Promise<SoundSandbox> {
  let done = 0;
  const sound = await requireSoundSandbox(sandbox, {
    folder: data,
    programVersion: packageVersion(),
    anew: doctor === true,
    onResult: (_, attacks) => terminal.progress.update('testing the sandbox', ++done, attacks),
  });
  terminal.progress.done();
  const { driver, tier } = sandbox.description;
  log.info(sound.remembered ? 'The sandbox passed its last test.' : 'The sandbox passed its test.', {
    driver,
    tier,
    attacks: sound.attacks,
  });
  return sound;
}
