import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOrCreateHotkey } from '../../identity/hotkey-file.ts';
import { readAttacks } from '../../sandbox/doctor.ts';
import { machineState } from '../../validator/sound-sandbox.ts';
import { packageVersion } from '../package-version.ts';
import type { SampleContest } from './sample-contest.ts';

export interface ValidatorProcess {
  readonly child: ChildProcess;
  readonly data: string;
  /** Lines it has logged so far. */
  readonly logged: () => readonly string[];
  /** Its output, once it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string; readonly log: string }>;
}

/** `assay validator` as users start it, with its own hotkey. */
export class ValidatorSetup {
  readonly contest: SampleContest;
  readonly data: string;
  readonly hotkey: string;
  readonly #program: string;
  readonly #wallets: string;

  constructor(program: string, contest: SampleContest, name: string) {
    this.#program = program;
    this.contest = contest;
    this.data = join(contest.folder, 'processes', name);
    this.#wallets = join(contest.folder, 'wallets', name);
    this.hotkey = loadOrCreateHotkey(this.#wallets).address;
    mkdirSync(this.data, { recursive: true });
    // The whole sandbox examination takes a minute and has its own tests.
    const attacks = readAttacks();
    const state = machineState(contest.sandbox.sandbox.description, packageVersion(), attacks);
    writeFileSync(join(this.data, 'doctor.json'), JSON.stringify({ state, at: Date.now(), attacks: attacks.length }));
  }

  start(...words: string[]): ValidatorProcess {
    const place = ['--wallets', this.#wallets, '--data', this.data];
    const child = spawn(
      process.execPath,
      [this.#program, 'validator', '--arena-url', this.contest.url, ...place, '--workers', '2', '--json', ...words],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const said = { output: '', log: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said.output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said.log += text;
    });
    return {
      child,
      data: this.data,
      logged: () => said.log.split('\n').slice(0, -1),
      ended: once(child, 'close').then(([code]) => ({ code: code as number | null, ...said })),
    };
  }
}
