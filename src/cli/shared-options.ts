import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { DEFAULT_DATA_FOLDER } from '../attempt/record.ts';
import { DEFAULT_MARKET_FOLDER } from '../market/market-folder.ts';
import { modelsFolder } from '../models/model-folder.ts';
import { DEFAULT_BANK_FOLDER } from '../problems/suites.ts';
import { amount, collect, path, share, wholeNumber } from './options.ts';

/** Options of several commands: the same thing has the same name, form and default everywhere. */

const MOST = Number.MAX_SAFE_INTEGER;
const MOST_PORT = 65_535;
const MOST_INTEGER = 2 ** 31 - 1;

/** The folder with attempts and the key that signs them, or with all files of a service. */
export function dataOption(description: string, folder = DEFAULT_DATA_FOLDER): Option {
  return new Option('--data <dir>', description).default(folder).argParser(path);
}

export function marketOption(description = 'folder of the market'): Option {
  return chosenMarketOption(description).default(DEFAULT_MARKET_FOLDER);
}

/** For commands that need no market, or find it themselves, unless it is given. */
export function chosenMarketOption(description: string): Option {
  return new Option('--market <dir>', description).argParser(path);
}

export function bankOption(description = 'folder of the bank'): Option {
  return new Option('--bank <dir>', description).default(DEFAULT_BANK_FOLDER).argParser(path);
}

/** For commands that also work without a bank. */
export function existingBankOption(description: string): Option {
  return new Option('--bank <dir>', `${description} (default: ${DEFAULT_BANK_FOLDER}, if there)`).argParser(path);
}

export function ledgerOption(): Option {
  return new Option('--ledger <file>', 'ledger of evaluations on held-out suites')
    .default(join('data', 'openings', 'ledger.jsonl'))
    .argParser(path);
}

export function modelsOption(): Option {
  return new Option('--models <dir>', 'folder of fetched models').default(modelsFolder()).argParser(path);
}

export function workersOption(description: string, workers: number, most = 64): Option {
  return new Option('--workers <n>', description).default(workers).argParser(wholeNumber(1, most));
}

/** By default one worker per processor. */
export function processorWorkersOption(description = 'number of attempts to run in parallel'): Option {
  return workersOption(description, 1).default(availableParallelism(), 'one per processor');
}

/** Prefix of the endpoint's options, for commands that use several models. */
type Prefix = '' | 'judge-' | 'titles-';

export function judgeModelOption(): Option {
  return new Option(
    '--judge-model <id>',
    'add this model to a panel of judges that replaces the built-in gate judge; repeatable',
  )
    .default([])
    .argParser(collect);
}

export function baseUrlOption(prefix: Prefix = ''): Option {
  const whose = { '': '', 'judge-': ' of the judges', 'titles-': ' with title embeddings' }[prefix];
  return new Option(`--${prefix}base-url <url>`, `OpenAI-compatible endpoint${whose}, up to and including /v1`);
}

/** Takes the name of a variable, because a key on the command line would end up in the shell history. */
export function apiKeyEnvOption(prefix: Prefix = ''): Option {
  const whose = { '': 'the endpoint', 'judge-': 'the judges', 'titles-': 'the endpoint with title embeddings' }[prefix];
  // A separate variable for each prefix: the key of one provider must not be sent to another.
  const variable = { '': 'ASSAY_API_KEY', 'judge-': 'ASSAY_JUDGE_API_KEY', 'titles-': 'ASSAY_TITLES_API_KEY' }[prefix];
  return new Option(`--${prefix}api-key-env <name>`, `environment variable with the API key of ${whose}`).default(
    variable,
  );
}

export function promptPriceOption(): Option {
  return new Option('--prompt-price <dollars>', 'price of a million prompt tokens').argParser(amount);
}

export function completionPriceOption(): Option {
  return new Option('--completion-price <dollars>', 'price of a million completion tokens').argParser(amount);
}

export function creditOption(description: string): Option {
  return new Option('--credit <dollars>', description).default(10).argParser(amount);
}

export function timeLimitOption(milliseconds: number): Option {
  return new Option('--time-limit <seconds>', 'time limit of one attempt')
    .default(milliseconds / 1000)
    .argParser(wholeNumber(1, 3600));
}

export function driverOption(names: readonly string[]): Option {
  return new Option('--driver <name>', 'sandbox driver (default: the first that passes its self-test)').choices(names);
}

export function seedOption(description: string, seed?: number, most = MOST): Option {
  return new Option('--seed <s>', description).default(seed).argParser(wholeNumber(0, most));
}

export function trainShareOption(): Option {
  return shareOption('train', 0.8);
}

export function devShareOption(): Option {
  return shareOption('dev', 0.1);
}

export function heldoutShareOption(): Option {
  return shareOption('heldout', 0.1);
}

function shareOption(split: string, usual: number): Option {
  return new Option(`--${split} <share>`, `share of the problems in the ${split} split`)
    .default(usual)
    .argParser(share);
}

export function excludeProblemsOption(description: string): Option {
  return new Option('--exclude-problems <file>', `${description}; repeatable`).default([]).argParser(collect);
}

/** Thresholds of the filter, as `filter.json` names them. */
export function thresholdsOption(): Option {
  return new Option('--set <name=number>', 'change a threshold of the filter, such as maximumTokens; repeatable')
    .default([])
    .argParser(collect);
}

export function licencesOption(description: string): Option {
  return new Option('--licences <file>', `${description}; licences.json in the input is always read`).argParser(path);
}

export function pythonOption(packages = 'torch'): Option {
  const description = `Python with ${packages} (default: ASSAY_TRAINER_PYTHON, or python3)`;
  return new Option('--python <path>', description).argParser(path);
}

/** The name that a ledger records. */
export function userOption(): Option {
  return new Option('--user <name>', 'name to record in the ledger (default: user@host)');
}

export function hostOption(): Option {
  return new Option('--host <address>', 'address to listen on').default('127.0.0.1');
}

export function portOption(port?: number, description = 'port to listen on; 0 takes a free one'): Option {
  return new Option('--port <n>', description).default(port).argParser(wholeNumber(0, MOST_PORT));
}

/** The address of an arena, for commands that use one only when it is named. */
export function chosenArenaOption(description: string): Option {
  return new Option('--arena-url <url>', description);
}

export interface LedgerHead {
  readonly sequence: number;
  readonly hash: string;
}

/** A place in a hash-chained ledger that was noted earlier. */
export function headOption(description: string): Option {
  return new Option('--head <number:hash>', description).argParser((text): LedgerHead => {
    const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
    if (sequence === undefined) throw new InvalidArgumentError('It is a number, a colon, and a hash.');
    return { sequence: Number(sequence), hash: hash! };
  });
}

/** How many problems are made or drawn. */
export function countOption(count: number, most: number): Option {
  return new Option('--count <n>', 'number of problems').default(count).argParser(wholeNumber(1, most));
}

export function dryRunOption(description: string): Option {
  return new Option('--dry-run', description);
}

export function freshOption(description: string): Option {
  return new Option('--fresh', description);
}

export function limitOption(usual: number, most: number): Option {
  return new Option('--limit <n>', 'how many to show').default(usual).argParser(wholeNumber(1, most));
}

export function offsetOption(description = 'how many to skip first'): Option {
  return new Option('--offset <n>', description).default(0).argParser(wholeNumber(0, MOST_INTEGER));
}

/** The number of an arena's suite. */
export function suiteNumberOption(): Option {
  return new Option('--suite <n>', 'number of the suite (default: the active one)').argParser(
    wholeNumber(1, MOST_INTEGER),
  );
}

export function strictOption(): Option {
  return new Option('--strict', 'stop at the first invalid line instead of skipping it');
}
