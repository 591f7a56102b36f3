import { Command } from 'commander';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { EDGE_REASONS, findClusters, questionOf, shopEdges, similarityWith } from '../../../problems/clusters.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { printWordsOnly, type QueryOptions, withQueryEmbedder, withQueryOptions } from '../../query-options.ts';
import { chosenMarketOption } from '../../shared-options.ts';

interface Options extends QueryOptions {
  readonly market?: string;
  readonly json?: boolean;
}

const SHOWN_CLUSTERS = 10;

export function problemsClustersCommand(): Command {
  const command = new Command('clusters')
    .argument('<files...>', 'problem files')
    .addOption(chosenMarketOption('also link shop problems of the same shop of this market'));
  return withQueryOptions(command).action(async (files: string[], options: Options) => {
    const terminal = createTerminal(options.json === true);
    const problems = (await Promise.all(files.map(readProblemFile))).flat();
    const market = options.market === undefined ? undefined : MarketIndex.open(existingIndexPath(options.market));
    const extraEdges = market === undefined ? [] : shopEdges(problems, market);
    market?.close();
    printWordsOnly(options, terminal);
    const similarity = await withQueryEmbedder(options, (embedder) => similarityWith(embedder, problems));
    const { edges, clusters } = findClusters(problems.map(questionOf), { extraEdges, similarity });
    const linked = clusters.filter((cluster) => cluster.length > 1).sort((left, right) => right.length - left.length);
    const counts = EDGE_REASONS.map(
      (reason) => [reason, edges.filter((edge) => edge.reason === reason).length] as const,
    );
    terminal.print(table(['link', 'pairs'], counts));
    terminal.print(
      `\n${problems.length} problems in ${clusters.length} clusters; ${linked.length} have more than one.`,
    );
    for (const cluster of linked.slice(0, SHOWN_CLUSTERS)) {
      terminal.print(
        `\n${table(
          ['problem', 'query'],
          cluster.slice(0, 5).map((place) => [problems[place]!.id, problems[place]!.query]),
        )}`,
      );
    }
    terminal.report({
      problems: problems.length,
      similarity: similarity.name,
      clusters: clusters.map((cluster) => cluster.map((place) => problems[place]!.id)),
      edges: edges.map(({ left, right, ...edge }) => ({
        left: problems[left]!.id,
        right: problems[right]!.id,
        ...edge,
      })),
    });
  });
}
