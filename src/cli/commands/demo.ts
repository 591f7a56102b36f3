import { join } from 'node:path';
import { Command } from 'commander';
import { Fault } from '../../fault/fault.ts';
import { isLocalModel } from '../../local/local-models.ts';
import { withFolderLock } from '../../store/files.ts';
import { DemoOutput } from '../demo/demo-output.ts';
import { FULL_SIZES, LOCAL_SIZES, SPEED } from '../demo/demo-settings.ts';
import { type DemoOptions, openDemo } from '../demo/open-demo.ts';
import { runDemo } from '../demo/run-demo.ts';
import { untilInterrupted } from '../interrupts.ts';
import { type AgentModelOptions, namesModels, withModelOptions } from '../model-options.ts';
import { createTerminal, type Terminal } from '../output/terminal.ts';
import { dataOption, freshOption, portOption } from '../shared-options.ts';

interface Options extends AgentModelOptions {
  readonly data: string;
  readonly port: number;
  readonly fresh?: boolean;
  readonly once?: boolean;
  readonly json?: boolean;
}

const LOCK_TIMEOUT_MILLISECONDS = 2_000;
const EXIT_DELAY_MILLISECONDS = 500;

export function demoCommand(): Command {
  const command = new Command('demo')
    .addOption(dataOption('data folder; an existing run is resumed', join('data', 'demo')))
    .addOption(portOption(8788, 'port of the arena; 0 takes a free one'))
    .addOption(freshOption('delete what the data folder holds and start over'))
    .option('--once', 'exit when done instead of keeping the arena running');
  return withModelOptions(command).action(async ({ data: folder, once, json, ...options }: Options) => {
    const terminal = createTerminal(json === true);
    const stop = new AbortController();
    const interrupted = untilInterrupted().then(() => stop.abort());
    // Without model options the demo uses simulated models, so that it runs everywhere.
    const models = namesModels(options) ? options : { ...options, simulated: true };
    const isLocal = options.baseUrl === undefined && isLocalModel(options.model ?? '');
    const demoOptions = { ...models, folder, sizes: isLocal ? LOCAL_SIZES : FULL_SIZES, signal: stop.signal };
    const run = () => show(demoOptions, terminal, once === true ? undefined : interrupted);
    try {
      await withFolderLock(folder, run, LOCK_TIMEOUT_MILLISECONDS);
    } catch (error) {
      // The market build and hostile agents may still be running; do not wait for them.
      setTimeout(() => process.exit(), EXIT_DELAY_MILLISECONDS).unref();
      throw stop.signal.aborted ? interruption() : error;
    }
  });
}

async function show(options: DemoOptions, terminal: Terminal, over: Promise<void> | undefined): Promise<void> {
  const output = new DemoOutput(terminal);
  const demo = await openDemo(options, output);
  try {
    const claims = await runDemo(demo);
    terminal.report({ ...claims, story: output.lines });
    if (over === undefined) return;
    const { url } = demo;
    output.print(
      `Dashboard ${url} · API ${url}/docs · ledger ${url}/v1/public/ledger · live events ${url}/v1/public/events`,
    );
    output.print(
      `The arena keeps running at ${SPEED} times real time; Ctrl-C stops it. To take part, in another terminal:`,
    );
    output.print(`  npx assay wallet new && npx assay register --arena-url ${url}`);
    output.print(`  npx assay submit agents/react_text.py --name mine --arena-url ${url}`);
    await over;
  } finally {
    await demo.close();
  }
}

function interruption(): Fault {
  return new Fault('ATTEMPT_STOPPED', {
    message: 'The demonstration was interrupted.',
    remedy: 'Run the same command again: it resumes where it stopped.',
  });
}
