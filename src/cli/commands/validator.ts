import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { DEFAULT_MARKET_FOLDER, existingIndexPath } from '../../market/market-folder.ts';
import { ThreadedSearch } from '../../market/search/threaded-search.ts';
import { chooseSandbox, DRIVER_NAMES } from '../../sandbox/choose-sandbox.ts';
import { DEFAULT_LIMITS, type Sandbox } from '../../sandbox/sandbox.ts';
import { defaultWorkers } from '../../validator/default-workers.ts';
import { requireSoundSandbox, type SoundSandbox } from '../../validator/gate/sound-sandbox.ts';
import { createLog, humanLine, jsonLine, type Log } from '../../validator/log.ts';
import { openModels } from '../../validator/open-models.ts';
import { DEFAULT_SETTINGS } from '../../validator/settings.ts';
import { createStatusServer } from '../../validator/status-server.ts';
import { Validator } from '../../validator/validator.ts';
import { ArenaChain } from '../../validator/weights/arena-chain.ts';
import { openSignedArena, type SignedArenaOptions, withSignedArenaOptions } from '../arena/arena-connection.ts';
import { untilInterrupted } from '../interrupts.ts';
import { listen, stopServer } from '../listen.ts';
import { openPanel } from '../open-panel.ts';
import { amount, collect, path, wholeNumber } from '../options.ts';
import { plainText } from '../output/plain-text.ts';
import { createTerminal, type Terminal } from '../output/terminal.ts';
import { packageVersion } from '../package-version.ts';

interface Options extends SignedArenaOptions {
  readonly arena?: string;
  readonly market: string;
  readonly data: string;
  readonly workers: number;
  readonly model: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv: string;
  readonly promptPrice?: number;
  readonly completionPrice?: number;
  readonly judgeModel: readonly string[];
  readonly judgeUrl?: string;
  readonly judgeKeyEnv: string;
  readonly credit: number;
  readonly timeLimit: number;
  readonly driver?: string;
  readonly doctor?: boolean;
  readonly port?: number;
  readonly grace: number;
  readonly once?: boolean;
  readonly skipWeights?: boolean;
  readonly json?: boolean;
}

export function validatorCommand(): Command {
  const command = new Command('validator')
    .addOption(new Option('--arena <url>', 'short for --arena-url').hideHelp())
    .option('--market <dir>', 'folder of the market that the problems were made from', path, DEFAULT_MARKET_FOLDER)
    .option('--data <dir>', 'folder for evidence and the journal', path, join('data', 'validator'))
    .option(
      '--workers <n>',
      'attempts at a time',
      wholeNumber(1, 64),
      defaultWorkers(availableParallelism(), totalmem()),
    )
    .option('--model <id>', 'model that agents are told to use', 'house/adept')
    .option('--base-url <url>', 'an OpenAI-compatible endpoint, up to and including /v1')
    .option('--api-key-env <name>', 'environment variable that holds its key', 'ASSAY_API_KEY')
    .option('--prompt-price <dollars>', 'for a million prompt tokens of that endpoint', amount)
    .option('--completion-price <dollars>', 'for a million completion tokens of that endpoint', amount)
    .option('--judge-model <id>', 'a model of a panel of judges, in place of the gate judge; repeatable', collect, [])
    .option('--judge-url <url>', 'the OpenAI-compatible endpoint of the panel, up to and including /v1')
    .option('--judge-key-env <name>', 'environment variable that holds the key of the judges', 'ASSAY_JUDGE_API_KEY')
    .option('--credit <dollars>', 'what an agent may spend in one run', amount, 10)
    .option('--time-limit <seconds>', 'for one attempt', wholeNumber(1, 3600), DEFAULT_LIMITS.wallMilliseconds / 1000)
    .addOption(
      new Option('--driver <name>', 'sandbox to use; the strongest that holds by default').choices(DRIVER_NAMES),
    )
    .option('--doctor', 'examine the sandbox even if it was examined in the last 24 hours')
    .option(
      '--port <n>',
      'serve /health and /metrics on this port of 127.0.0.1; 0 takes a free one',
      wholeNumber(0, 65_535),
    )
    .option(
      '--grace <seconds>',
      'for a run to end by itself on SIGTERM',
      wholeNumber(0, 3600),
      DEFAULT_SETTINGS.grace / 1000,
    )
    .option('--once', 'exit when there is nothing left to do')
    .option('--skip-weights', 'set no weights');
  return withSignedArenaOptions(command).action(async (options: Options) => {
    const terminal = createTerminal(options.json === true);
    const log = openLog(options.json === true);
    const client = await openSignedArena({ ...options, arenaUrl: options.arena ?? options.arenaUrl });
    const panel = { models: options.judgeModel, baseUrl: options.judgeUrl, apiKeyEnv: options.judgeKeyEnv };
    openPanel(panel);
    const models = await openModels(options);
    const search = ThreadedSearch.open(existingIndexPath(options.market), 1);
    let sandbox: Sandbox | undefined;
    try {
      sandbox = await chooseSandbox(options.driver === undefined ? {} : { driver: options.driver });
      const validator = new Validator({
        client,
        hotkey: client.hotkey,
        data: options.data,
        sandbox: await examined(sandbox, options, terminal, log),
        search,
        examination: {
          model: options.model,
          models,
          workers: options.workers,
          creditDollars: options.credit,
          wallMilliseconds: options.timeLimit * 1000,
          openJudge: (signal) => openPanel({ ...panel, signal }),
        },
        ...(options.skipWeights !== true && { weights: arenaWeights(new ArenaChain(client)) }),
        programVersion: packageVersion(),
        log,
        settings: { grace: options.grace * 1000 },
        once: options.once === true,
      });
      await live(validator, options, log);
      terminal.report(validator.status());
    } finally {
      await sandbox?.close();
      await search.close();
    }
  });
}

function arenaWeights(chain: ArenaChain) {
  return { chain, netuid: () => chain.netuid() };
}

async function live(validator: Validator, { port }: Options, log: Log): Promise<void> {
  const interrupted = untilInterrupted();
  const server = port === undefined ? undefined : createStatusServer(validator, packageVersion());
  try {
    if (server !== undefined)
      log.info('Health and metrics can be read.', { url: await listen(server, '127.0.0.1', port!) });
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
    onResult: (_, attacks) => terminal.progress.update('examining the sandbox', ++done, attacks),
  });
  terminal.progress.done();
  const { driver, tier } = sandbox.description;
  log.info(sound.remembered ? 'The sandbox held when it was last examined.' : 'The sandbox holds.', {
    driver,
    tier,
    attacks: sound.attacks,
  });
  return sound;
}

/** People watch a terminal; everything else that reads along wants lines it can parse. */
function openLog(json: boolean): Log {
  const forPeople = process.stderr.isTTY && !json;
  return createLog((entry) => {
    process.stderr.write(`${forPeople ? plainText(humanLine(entry)) : jsonLine(entry)}\n`);
  });
}
