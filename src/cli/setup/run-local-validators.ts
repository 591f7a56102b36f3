import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, totalmem } from 'node:os';
import type { Writable } from 'node:stream';
import { Fault } from '../../fault/fault.ts';
import { defaultWorkers } from '../../validator/default-workers.ts';
import { shellWord } from '../output/given-options.ts';
import type { Terminal } from '../output/terminal.ts';
import { existingPassphrase, type PassphraseOptions } from '../wallet/passphrase.ts';
import { keptHotkey } from './keep-hotkey.ts';
import { type LocalValidators, readLocalValidators } from './local-validators.ts';
import { type ValidatorPlace, validatorWords } from './validator-words.ts';

const PASSPHRASE_DESCRIPTOR = 3;

export interface RunningValidators {
  /** Lets them finish what they can, as on Ctrl-C. */
  stop(): Promise<void>;
}

/** The validators that `assay arena init` created. The passphrase is requested once, before anything is started. */
export async function openLocalValidators(
  { folder, ...place }: Pick<ValidatorPlace, 'folder' | 'market' | 'config' | 'log'>,
  options: PassphraseOptions,
): Promise<{ start(url: string, terminal: Terminal): RunningValidators }> {
  const local = readLocalValidators(folder);
  const keys = local.validators.map((wallet) => requireHotkey(local, wallet));
  const passphrase = keys.some(({ isEncrypted }) => isEncrypted) ? await existingPassphrase(options) : undefined;
  return {
    start: (url, terminal) => {
      const share = defaultWorkers(availableParallelism(), totalmem()) / local.validators.length;
      const workers = Math.max(1, Math.floor(share));
      let stopping = false;
      const children = keys.map(({ wallet, isEncrypted }) => {
        const words = validatorWords({ ...place, folder, url, workers, wallets: local.wallets }, wallet);
        const child = startProcess(words, isEncrypted ? passphrase : undefined);
        child.once('exit', (code) => {
          if (stopping) return;
          terminal.warn(`Local validator ${wallet} ended with exit code ${code}. The server keeps running.`);
          terminal.warn(`  → Start it again: npx assay ${words.map(shellWord).join(' ')}`);
        });
        return child;
      });
      terminal.print(
        `Local validators: ${local.validators.join(', ')}. The first start tests the sandbox, which takes a minute or more.`,
      );
      return {
        stop: async () => {
          stopping = true;
          await Promise.all(children.map(stopProcess));
        },
      };
    },
  };
}

function requireHotkey({ wallets }: LocalValidators, wallet: string) {
  const found = keptHotkey(wallets, wallet);
  if (found !== undefined) return found;
  throw new Fault('FILE_NOT_FOUND', {
    message: `There is no hotkey of the local validator ${wallet} in ${wallets}.`,
    remedy: 'Restore its key file, or remove its name from local-validators.json in the data folder.',
  });
}

/**
 * Runs the same program as this process. It shares our standard error, so that its log has the usual format: text on a
 * terminal, JSON lines otherwise.
 */
function startProcess(words: readonly string[], passphrase: string | undefined): ChildProcess {
  const secret = passphrase === undefined ? [] : ['--passphrase-fd', `${PASSPHRASE_DESCRIPTOR}`];
  const child = spawn(process.execPath, [process.argv[1]!, ...words, ...secret], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  (child.stdio[PASSPHRASE_DESCRIPTOR] as Writable).on('error', () => {}).end(passphrase ?? '');
  return child;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
