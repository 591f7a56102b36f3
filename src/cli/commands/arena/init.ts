import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { parseArenaConfig, setUpArena } from '../../../server/start.ts';
import { holdFolder } from '../../../store/database.ts';
import { makePrivateFolder } from '../../../store/files.ts';
import { counted } from '../../../text/counted.ts';
import { wholeNumber } from '../../options.ts';
import { showBuildProgress } from '../../output/build-progress.ts';
import { givenOptions, shellWord } from '../../output/given-options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { prepareExam } from '../../prepare-exam.ts';
import {
  type ArenaPlan,
  arenaDocument,
  LOCAL_STAKE_TAO,
  MARKET_SEED,
  NETWORKS,
  PLANNED_SIZES,
  PRESETS,
  SIZES,
  SUBMITTERS,
} from '../../setup/arena-plan.ts';
import { type KeptHotkey, keepHotkey, keptHotkey } from '../../setup/keep-hotkey.ts';
import { writeLocalValidators } from '../../setup/local-validators.ts';
import { type GivenPlan, makePlan } from '../../setup/make-plan.ts';
import { Questions } from '../../setup/questions.ts';
import { writeArenaConfig } from '../../setup/write-arena-config.ts';
import { dataOption } from '../../shared-options.ts';
import { walletsOption } from '../../wallet/hotkey-options.ts';
import { newPassphrase, type PassphraseOptions, withPassphraseOptions } from '../../wallet/passphrase.ts';

interface Options extends GivenPlan, PassphraseOptions {
  readonly data: string;
  readonly wallets: string;
  readonly wallet: string;
  readonly localValidators?: number;
  readonly unencrypted?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const DEFAULT_FOLDER = join('data', 'arena');
const MOST_VALIDATORS = 16;
const MOST_NETUID = 65_535;
const SUITE_NAME = 'qualifying-1';

export function arenaInitCommand(): Command {
  const command = new Command('init')
    .addOption(dataOption('folder of the arena', DEFAULT_FOLDER))
    .option('--name <name>', 'name of the arena, which clients sign with every request (default: a new unique name)')
    .addOption(
      new Option('--network <name>', 'where stake and weights are: its own ledger, or Bittensor').choices(NETWORKS),
    )
    .option('--netuid <n>', 'number of the subnet on Bittensor', wholeNumber(0, MOST_NETUID))
    .addOption(new Option('--submitters <who>', 'who may submit, on a local network').choices(SUBMITTERS))
    .option(
      '--validators <n>',
      'validators that must run an agent before it has a score',
      wholeNumber(1, MOST_VALIDATORS),
    )
    .option(
      '--local-validators <n>',
      'validators to make keys for on this machine (default: as many as a score needs)',
      wholeNumber(0, MOST_VALIDATORS),
    )
    .addOption(new Option('--preset <name>', 'models that agents use').choices(PRESETS))
    .addOption(new Option('--size <name>', 'size of market and problem bank').choices(SIZES))
    .option('--yes', 'use the default for every option that is not given, instead of asking')
    .addOption(walletsOption())
    .option('--wallet <name>', 'wallet of the operator; created if it does not exist', 'operator')
    .option('--unencrypted', 'create keys without a passphrase, for machines that sign unattended');
  return withPassphraseOptions(command).action(async (options: Options) => {
    const terminal = createTerminal(options.json === true);
    const { data: folder } = options;
    requireNoArena(folder);
    const plan = await planOf(options);
    makePrivateFolder(folder);
    const release = holdFolder(folder, process.env.DATABASE_URL);
    try {
      const keys = await makeKeys(options, plan);
      await fillArena({ folder, plan, keys }, terminal);
      writeLocalValidators(folder, {
        wallets: resolve(options.wallets),
        validators: keys.validators.map(({ wallet }) => wallet),
      });
      // Written last: it marks the setup as complete, and after a crash the same command resumes.
      writeArenaConfig(folder, arenaDocument(plan, keys.operator.address));
      print({ options, plan, keys }, terminal);
      terminal.report({ folder, ...plan, operator: keys.operator, validators_local: keys.validators });
    } finally {
      release();
    }
  });
}

function requireNoArena(folder: string): void {
  const file = join(folder, 'arena.json');
  if (!existsSync(file)) return;
  throw new Fault('USAGE', {
    message: `There is already an arena in ${folder} (${file}); it was not changed.`,
    remedy: `Start it with \`assay serve --data ${shellWord(folder)}\`, or name another folder with --data.`,
  });
}

async function planOf(options: Options): Promise<ArenaPlan> {
  const { name, network, netuid, submitters, validators, preset, size } = options;
  const given: GivenPlan = {
    ...(name !== undefined && { name }),
    ...(network !== undefined && { network }),
    ...(netuid !== undefined && { netuid }),
    ...(submitters !== undefined && { submitters }),
    ...(validators !== undefined && { validators }),
    ...(preset !== undefined && { preset }),
    ...(size !== undefined && { size }),
  };
  if (options.yes) return await makePlan(given, undefined);
  if (!process.stdin.isTTY || options.json) {
    throw new Fault('USAGE', {
      message: 'Required options are missing, and there is no terminal to ask for them.',
      remedy: 'Add --yes to use the defaults; --help lists the options.',
    });
  }
  const questions = new Questions(process.stdin, process.stdout);
  try {
    return await makePlan(given, questions);
  } finally {
    questions.close();
  }
}

interface ArenaKeys {
  readonly operator: KeptHotkey;
  readonly validators: readonly KeptHotkey[];
}

/** One passphrase for all new keys. Existing keys are used. */
async function makeKeys(options: Options, plan: ArenaPlan): Promise<ArenaKeys> {
  const { wallets, wallet: operator } = options;
  const count = options.localValidators ?? plan.validators;
  const names = Array.from({ length: count }, (_, index) => `validator-${index + 1}`);
  const isNewNeeded = [operator, ...names].some((name) => keptHotkey(wallets, name) === undefined);
  const passphrase = isNewNeeded && options.unencrypted !== true ? await newPassphrase(options) : undefined;
  return {
    operator: keepHotkey(wallets, operator, passphrase),
    validators: names.map((name) => keepHotkey(wallets, name, passphrase)),
  };
}

interface Filling {
  readonly folder: string;
  readonly plan: ArenaPlan;
  readonly keys: ArenaKeys;
}

async function fillArena({ folder, plan, keys }: Filling, terminal: Terminal): Promise<void> {
  const onProgress = showBuildProgress(terminal);
  const place = { folder, bankFolder: join(folder, 'bank'), sizes: PLANNED_SIZES[plan.size], marketSeed: MARKET_SEED };
  const exam = await prepareExam({ ...place, now: Date.now, onProgress });
  await exam.search.close();
  terminal.progress.done();
  await setUpArena({
    folder,
    config: parseArenaConfig(arenaDocument(plan, keys.operator.address)),
    environment: process.env,
    operator: keys.operator.address,
    validators: keys.validators.map(({ address }) => address),
    stakeTao: LOCAL_STAKE_TAO,
    suite: { name: SUITE_NAME, problems: exam.suite },
  });
}

interface SetUp {
  readonly options: Options;
  readonly plan: ArenaPlan;
  readonly keys: ArenaKeys;
}

function print({ options, plan, keys }: SetUp, terminal: Terminal): void {
  const { products, suite, bank, race } = PLANNED_SIZES[plan.size];
  const count = (number: number) => number.toLocaleString('en');
  const isLocal = plan.network === 'local';
  const rows = [
    ['configuration', join(options.data, 'arena.json')],
    ['operator', keyText(keys.operator)],
    ...keys.validators.map((key) => [
      key.wallet,
      `${keyText(key)}${isLocal ? `, ${count(LOCAL_STAKE_TAO)} TAO staked` : ''}`,
    ]),
    ['market', `${count(products)} products, seed ${MARKET_SEED}`],
    ['problems', `${suite} public, ${count(bank)} hidden, ${race} in a race`],
    ['models', plan.preset],
    ['who may submit', submitterText(plan)],
    ['needed for a score', `runs by ${counted(plan.validators, 'validator')}`],
  ];
  terminal.print(table(['arena', plan.name], rows, WIDE_CELL));
  terminal.print('\nNext:\n');
  for (const line of nextLines({ options, plan, keys })) terminal.print(line === '' ? '' : `  ${line}`);
}

const WIDE_CELL = 160;

function keyText({ address, wallet, isNew, isEncrypted }: KeptHotkey): string {
  return `${address}, ${isNew ? 'new' : 'existing'} wallet ${wallet}, ${isEncrypted ? 'encrypted' : 'not encrypted'}`;
}

function submitterText({ network, netuid, submitters }: ArenaPlan): string {
  if (network !== 'local') return `every hotkey registered on subnet ${netuid} of ${network}`;
  return submitters === 'everyone' ? 'everyone' : 'hotkeys that the operator registers';
}

function nextLines({ options, plan, keys }: SetUp): readonly string[] {
  const local = keys.validators.length;
  const remote = plan.validators - local;
  const who = ` --wallet ${shellWord(options.wallet)}${givenOptions('--wallets', '--passphrase-env')}`;
  const validators = local === 0 ? '' : ` --local-validators${givenOptions('--passphrase-env')}`;
  return [
    ...(plan.network === 'local'
      ? []
      : [`# register and stake these hotkeys on subnet ${plan.netuid} with btcli first`]),
    `npx assay serve${givenOptions('--data')}${validators}`,
    ...(remote > 0 ? [`# ${counted(remote, 'more validator')} elsewhere: npx assay validator --wallet NAME`] : []),
    ...(remote > 0 && plan.network === 'local' ? [`# and stake each: npx assay admin stake ADDRESS 50000${who}`] : []),
    ...(plan.submitters === 'invited' ? [`# invite a contestant: npx assay admin stake ADDRESS 0${who}`] : []),
    '# in another terminal, a first agent:',
    `npx assay submit agents/native_tools.py --name shopper${who}${plan.network === 'local' ? ' --register' : ''} --wait`,
    `npx assay status${who}`,
  ];
}
