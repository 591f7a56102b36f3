import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import type { Attack } from '../../sandbox/doctor.ts';
import { startSandboxProcess } from '../../sandbox/sandbox-process.ts';
import { holdFolder } from '../../store/database.ts';
import { storageFault } from '../../store/files.ts';
import { diskSpace } from '../../validator/disk-space.ts';
import type { Log } from '../../validator/log.ts';
import { type ModelOptions, type OpenModels, openModels } from '../../validator/open-models.ts';
import type { SoundSandbox } from '../../validator/sound-sandbox.ts';
import type { PreparedExam } from '../prepare-exam.ts';
import { type DemoArena, startDemoArena } from './demo-arena.ts';
import type { DemoOutput } from './demo-output.ts';
import type { DemoSizes } from './demo-settings.ts';
import { examineSandbox } from './examine-sandbox.ts';
import { Participants } from './participants.ts';
import type { DemoValidator } from './start-validators.ts';

export interface DemoOptions extends ModelOptions {
  readonly folder: string;
  readonly port: number;
  readonly sizes: DemoSizes;
  readonly fresh?: boolean | undefined;
  /** All attacks by default. */
  readonly attacks?: readonly Attack[] | undefined;
  readonly log?: Log | undefined;
  /** Fires when the demo must stop. */
  readonly signal: AbortSignal;
}

/** An open arena without participants. */
export interface DemoSetup extends Omit<DemoArena, 'stop'> {
  readonly options: DemoOptions;
  readonly models: OpenModels;
  readonly people: Participants;
  readonly output: DemoOutput;
  /** Runs the hostile agents against the sandbox. */
  examine(): Promise<SoundSandbox>;
  /** Registers work for `close`, which runs it in reverse order. */
  onClose(work: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** The same with an exam, submitted agents and running validators. */
export interface DemoContest extends DemoSetup {
  readonly exam: PreparedExam;
  readonly validators: readonly DemoValidator[];
}

/** Opens the arena. A port in use and a machine without isolation are detected before anything else starts. */
export async function openDemo(options: DemoOptions, output: DemoOutput): Promise<DemoSetup> {
  const { folder, port, sizes } = options;
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  try {
    const hold = () => holdFolder(join(folder, 'arena'), undefined);
    if (options.fresh === true) {
      // A demo that is still running on this folder must not lose its files.
      hold()();
      clearOut(folder);
    }
    const release = hold();
    closing.push(async () => release());
    requireSpace(folder);
    const models = await openModels(options);
    const people = new Participants(folder);
    const sandbox = await startSandboxProcess();
    closing.push(() => sandbox.close());
    const { stop, ...arena } = await startDemoArena({
      folder,
      port,
      sizes,
      models,
      people,
      sandbox,
      warn: (reason) => output.tell(reason),
    });
    closing.push(stop);
    const examine = () => examineSandbox(sandbox, options, output);
    return { ...arena, options, models, people, output, examine, onClose: (work) => closing.push(work), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The demo's own files in a folder that may contain others. What was found out about the machine is kept for the next
 * demo.
 */
const OWN = ['arena', 'market', 'suite.jsonl', 'validators', 'wallets'];

function clearOut(folder: string): void {
  try {
    for (const name of OWN) rmSync(join(folder, name), { recursive: true, force: true });
  } catch (error) {
    throw storageFault(error, `clearing ${folder}`);
  }
}

const NEEDED_BYTES = 1024 ** 3;

function requireSpace(folder: string): void {
  const { freeBytes } = diskSpace(folder);
  if (freeBytes >= NEEDED_BYTES) return;
  throw new Fault('STORAGE_FULL', {
    message: `Only ${Math.floor(freeBytes / 1024 ** 2)} MiB are free in ${folder}; the demo needs 1 GiB.`,
    remedy: 'Free some space, or name a folder on another disk with --data.',
  });
}
