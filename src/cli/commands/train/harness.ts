import { Command } from 'commander';
import { harnessOf } from '../../../evaluation/harness.ts';
import {
  openMarket,
  openRolloutHarness,
  openSuites,
  RunFolder,
  readInputs,
  requireSameSources,
  runSources,
} from '../../../training/run.ts';
import { suiteMarket } from '../../eval/suite-market.ts';
import { untilInterrupted } from '../../interrupts.ts';
import { createTerminal } from '../../output/terminal.ts';
import { bankOption, chosenMarketOption, ledgerOption, portOption } from '../../shared-options.ts';

interface Options {
  readonly market?: string;
  readonly bank: string;
  readonly ledger: string;
  readonly port: number;
  readonly json?: boolean;
}

export function trainHarnessCommand(): Command {
  return new Command('harness')
    .argument('<run>', 'folder of a training run')
    .addOption(portOption(0, 'port on 127.0.0.1; 0 takes a free one'))
    .addOption(chosenMarketOption('folder of the market (default: the one that the suites name)'))
    .addOption(bankOption('folder of the bank, for suites that are named by it'))
    .addOption(ledgerOption())
    .action(async (run: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const folder = new RunFolder(run);
      const { recipe, inputs } = readInputs(folder);
      const suites = await openSuites(recipe, options);
      const search = openMarket(await suiteMarket(suites.dev, options.market, terminal), suites);
      try {
        requireSameSources(folder, inputs, runSources(suites, search.index));
      } catch (error) {
        await search.close();
        throw error;
      }
      const harness = harnessOf(recipe.harness.tools, 'native', recipe.harness.max_observation);
      const tools = JSON.stringify(harness.schemas);
      const interrupted = untilInterrupted();
      const server = await openRolloutHarness({ recipe, suites, search, harness, folder, tools }, options.port);
      const { url, token } = server;
      terminal.print(`ASSAY_REWARD_URL=${url}\nASSAY_REWARD_TOKEN=${token}`);
      terminal.report({ url, token });
      await interrupted;
      await server.close();
      await search.close();
    });
}
