import { Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { auditSets, similarityWith } from '../../../problems/clusters.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { printWordsOnly, type QueryOptions, withQueryEmbedder, withQueryOptions } from '../../query-options.ts';
import { chosenMarketOption } from '../../shared-options.ts';

interface Options extends QueryOptions {
  readonly market?: string;
  readonly json?: boolean;
}

const SHOWN_CROSSINGS = 20;

export function problemsAuditCommand(): Command {
  const command = new Command('audit')
    .argument('<files...>', 'two or more problem files')
    .addOption(chosenMarketOption('the market, without which shops cannot be compared'));
  return withQueryOptions(command).action(async (files: string[], options: Options) => {
    const terminal = createTerminal(options.json === true);
    if (files.length < 2) {
      throw new Fault('USAGE', {
        message: 'An audit compares at least two sets; only one was given.',
        remedy: 'Name two or more problem files.',
      });
    }
    const sets = await Promise.all(files.map(async (name) => ({ name, problems: await readProblemFile(name) })));
    const market = options.market === undefined ? undefined : MarketIndex.open(existingIndexPath(options.market));
    const compared = sets.flatMap(({ problems }) => problems);
    printWordsOnly(options, terminal);
    const similarity = await withQueryEmbedder(options, (embedder) => similarityWith(embedder, compared));
    const audit = auditSets(sets, market, similarity);
    market?.close();
    const { crossings, sharedProducts, sharedShops } = audit;
    const clean = crossings.length === 0 && sharedProducts.length === 0 && sharedShops.length === 0;
    terminal.print(
      table(
        ['between the sets', 'found'],
        [
          ['target products in common', sharedProducts.length],
          ['shops of shop problems in common', market === undefined ? 'not checked (--market)' : sharedShops.length],
          ['links by wording or specification', crossings.length],
        ],
      ),
    );
    const rows = crossings
      .slice(0, SHOWN_CROSSINGS)
      .map(({ reason, left, right }) => [reason, left.problem, left.set, right.problem, right.set]);
    if (rows.length > 0) terminal.print(`\n${table(['link', 'problem', 'in', 'problem', 'in'], rows)}`);
    const shops = market === undefined ? ' Shops were not compared; give --market to do so.' : '';
    terminal.print(clean ? `\nClean: no overlap between the sets.${shops}` : '\nNot clean.');
    terminal.report({ clean, shops_checked: market !== undefined, similarity: similarity.name, ...audit });
    process.exitCode = clean ? 0 : 1;
  });
}
