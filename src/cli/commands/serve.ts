import { join } from 'node:path';
import { Command } from 'commander';
import { ProcessFactsReader } from '../../arena/admission.ts';
import { arenaOverview } from '../../board/overview.ts';
import { findSite } from '../../server/find-site.ts';
import { arenaFactsOf, type StartedArena, startArena } from '../../server/start.ts';
import { holdFolder } from '../../store/database.ts';
import { followWaiting } from '../arena/print-waiting.ts';
import { readArenaConfig } from '../arena/read-arena-config.ts';
import { untilInterrupted } from '../interrupts.ts';
import { listen } from '../listen.ts';
import { collect, path, wholeNumber } from '../options.ts';
import { type LogOptions, logOptions, serverLogger } from '../output/log-output.ts';
import { createTerminal, type Terminal } from '../output/terminal.ts';
import { packageVersion } from '../package-version.ts';
import { openLocalValidators, type RunningValidators } from '../setup/run-local-validators.ts';
import { chosenMarketOption, dataOption, hostOption, portOption } from '../shared-options.ts';
import { type PassphraseOptions, withPassphraseOptions } from '../wallet/passphrase.ts';

interface Options extends PassphraseOptions, LogOptions {
  readonly data: string;
  readonly config?: string;
  readonly bank?: string;
  readonly market?: string;
  readonly corpus?: string;
  readonly training?: string;
  readonly trainingElsewhere?: string;
  readonly host: string;
  readonly port: number;
  readonly admin: readonly string[];
  readonly localValidators?: boolean;
  readonly json?: boolean;
}

const DEFAULT_PORT = 8788;
const MOST_PORT = 65_535;

export function serveCommand(): Command {
  const [logLevel, logFormat] = logOptions();
  const command = new Command('serve')
    .addOption(dataOption('folder of the arena', join('data', 'arena')))
    .option('--config <file>', 'its configuration; arena.json in the data folder if there is one', path)
    .option('--bank <dir>', 'bank of hidden problems (default: the folder bank in the data folder)', path)
    .addOption(chosenMarketOption('market that validators fetch (default: the folder market in the data folder)'))
    .option('--corpus <dir>', 'release of `assay corpus build` to publish, without its held-out split', path)
    .option('--training <dir>', 'folder of one or several runs of `assay train run` to show', path)
    .option(
      '--training-elsewhere <dir>',
      'the same for runs measured elsewhere; they are marked and shown separately',
      path,
    )
    .addOption(hostOption())
    .addOption(portOption().default(defaultPort(), `ASSAY_PORT, or ${DEFAULT_PORT}`))
    .option('--admin <hotkey>', 'address of an operator; repeatable', collect, [])
    .option('--local-validators', 'also run the validators that `assay arena init` made, each as a process')
    .addOption(logLevel)
    .addOption(logFormat);
  return withPassphraseOptions(command).action(async (options: Options) => {
    const terminal = createTerminal(options.json === true);
    const config = readArenaConfig(options);
    const place = { folder: options.data, market: options.market, config, log: options };
    const local = options.localValidators ? await openLocalValidators(place, options) : undefined;
    const release = holdFolder(options.data, process.env.DATABASE_URL);
    const interrupted = untilInterrupted();
    let started: StartedArena | undefined;
    let validators: RunningValidators | undefined;
    let waiting: ReturnType<typeof followWaiting> | undefined;
    let url = '';
    try {
      const site = await findSite((reason) => terminal.warn(reason));
      started = await startArena({
        folder: options.data,
        config,
        environment: process.env,
        reader: await ProcessFactsReader.findConfined(),
        marketFolder: options.market,
        bankFolder: options.bank,
        corpusFolder: options.corpus,
        trainingFolder: options.training,
        trainingElsewhereFolder: options.trainingElsewhere,
        version: packageVersion(),
        logger: serverLogger(options),
        publicUrl: () => url,
        // Otherwise the log already has the warnings, on the same stream.
        ...(options.logLevel === 'silent' && { onWarning: (warning: string) => terminal.warn(warning) }),
        site,
      });
      url = await listen(started.server, options.host, options.port);
      greet(terminal, started, url, config.admins);
      const { arena, services } = started;
      waiting = followWaiting(() => arenaOverview(arena, arenaFactsOf(services)), terminal);
      validators = local?.start(url, terminal);
      await interrupted;
    } finally {
      await validators?.stop();
      await waiting?.stop();
      await started?.stop();
      release();
    }
  });
}

/** An invalid environment variable is rejected like an invalid option. */
function defaultPort(): number {
  const given = process.env.ASSAY_PORT;
  return given === undefined || given === '' ? DEFAULT_PORT : wholeNumber(0, MOST_PORT)(given);
}

function greet(terminal: Terminal, { arena }: StartedArena, url: string, admins: readonly string[]): void {
  terminal.print(`Arena at ${url} on ${arena.database.place} (Ctrl-C stops); API described at ${url}/docs.`);
  if (admins.length === 0) {
    terminal.print('It has no operator. Name one with --admin ADDRESS (`assay wallet new` makes an address).');
  }
  terminal.report({ url, database: arena.database.place, admins });
}
