import { join } from 'node:path';
import { Command } from 'commander';
import { Fault } from '../../fault/fault.ts';
import { isLocalModel } from '../../local/local-models.ts';
import { withFolderLock } from '../../store/files.ts';
import { FULL_SIZES, LOCAL_SIZES } from '../demo/demo-settings.ts';
import { type DemoOptions, openStage } from '../demo/demo-stage.ts';
import { Narrator } from '../demo/narrator.ts';
import { tellStory } from '../demo/tell-story.ts';
import { untilInterrupted } from '../interrupts.ts';
import { type AgentModelOptions, namesModels, withModelOptions } from '../model-options.ts';
import { createTerminal, type Terminal } from '../output/terminal.ts';
import { dataOption, portOption } from '../shared-options.ts';

interface Options extends AgentModelOptions {
  readonly data: string;
  readonly port: number;
  readonly fresh?: boolean;
  readonly once?: boolean;
  readonly json?: boolean;
}

const LOCK_PATIENCE_MILLISECONDS = 2_000;
const FAREWELL_MILLISECONDS = 500;

export function demoCommand(): Command {
  const command = new Command('demo')
    .addOption(dataOption('data folder; an existing run is resumed', join('data', 'demo')))
    .addOption(portOption(8788, 'port of the arena; 0 takes a free one'))
    .option('--fresh', 'start over')
    .option('--once', 'exit when done instead of serving on');
  return withModelOptions(command).action(async ({ data: folder, once, json, ...options }: Options) => {
    const terminal = createTerminal(json === true);
    const stop = new AbortController();
    const interrupted = untilInterrupted().then(() => stop.abort());
    // With nothing else said it is a demonstration that runs everywhere.
    const models = namesModels(options) ? options : { ...options, simulated: true };
    const isLocal = options.baseUrl === undefined && isLocalModel(options.model ?? '');
    const demo = { ...models, folder, sizes: isLocal ? LOCAL_SIZES : FULL_SIZES, signal: stop.signal };
    const staged = () => show(demo, terminal, once === true ? undefined : interrupted);
    try {
      await withFolderLock(folder, staged, LOCK_PATIENCE_MILLISECONDS);
    } catch (error) {
      // A market may still be in the making, and hostile agents at large; nobody waits for them.
      setTimeout(() => process.exit(), FAREWELL_MILLISECONDS).unref();
      throw stop.signal.aborted ? interruption() : error;
    }
  });
}

async function show(options: DemoOptions, terminal: Terminal, over: Promise<void> | undefined): Promise<void> {
  const narrator = new Narrator(terminal);
  const stage = await openStage(options, narrator);
  try {
    const claims = await tellStory(stage);
    terminal.report({ ...claims, story: narrator.lines });
    if (over === undefined) return;
    const { url } = stage;
    narrator.say(
      `Dashboard ${url} · API ${url}/docs · ledger ${url}/v1/public/ledger · live events ${url}/v1/public/events`,
    );
    narrator.say(`It stays open, with a minute of its time in a second of ours. Take part (Ctrl-C stops it):`);
    narrator.say(`  npx assay wallet new && npx assay register --arena-url ${url}`);
    narrator.say(`  npx assay submit agents/react_text.py --name mine --arena-url ${url}`);
    await over;
  } finally {
    await stage.close();
  }
}

function interruption(): Fault {
  return new Fault('ATTEMPT_STOPPED', {
    message: 'The demonstration was interrupted.',
    remedy: 'Run the same command again: it carries on where it was.',
  });
}
