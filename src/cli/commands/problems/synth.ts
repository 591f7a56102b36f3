import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { OpenAiInference } from '../../../inference/openai-inference.ts';
import { existingIndexPath } from '../../../market/market-folder.ts';
import { MarketIndex } from '../../../market/market-index.ts';
import { CATEGORIES, type Category, type Problem } from '../../../problems/problem.ts';
import {
  askedPerCategory,
  type Mix,
  type Rewritten,
  rewriteQuery,
  synthesiseProblems,
  type Words,
} from '../../../problems/synthesis.ts';
import { writeProblems } from '../../../problems/write-problems.ts';
import { path } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { apiKeyEnvOption, baseUrlOption, countOption, marketOption, seedOption } from '../../shared-options.ts';

const DIFFICULTIES = ['easy', 'medium', 'hard'];

interface Options {
  readonly market: string;
  readonly count: number;
  readonly mix: Mix;
  readonly seed?: number;
  readonly vocabulary: Words;
  readonly out: string;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiKeyEnv: string;
  readonly json?: boolean;
}

export function problemsSynthCommand(): Command {
  return new Command('synth')
    .requiredOption('--out <file>', 'JSON lines to write', path)
    .addOption(marketOption())
    .addOption(countOption(300, 1_000_000))
    .addOption(
      new Option('--mix <shares>', 'shares of the categories, such as product=2,shop=1,voucher=1,knowledge=1')
        .argParser(parseMix)
        .default({ product: 1, shop: 1, voucher: 1 }, 'product=1,shop=1,voucher=1'),
    )
    .addOption(seedOption('the same seed gives the same problems (default: a random one; keep it secret)'))
    .addOption(
      new Option('--vocabulary <name>', 'words that describe products; use reserved for hidden problems')
        .choices(['public', 'reserved'])
        .default('public'),
    )
    .option('--model <id>', 'model that rewords the queries; needs --base-url')
    .addOption(baseUrlOption())
    .addOption(apiKeyEnvOption())
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const index = MarketIndex.open(existingIndexPath(options.market));
      const counts = new Map<string, number>();
      // With market and seed anyone can create the same problems, including answers: a guessable default would expose a
      // bank.
      const seed = options.seed ?? randomInt(2 ** 47);
      const rewrite = rewriter(options);
      let reworded = 0;
      async function* counted(): AsyncGenerator<Problem> {
        const onProgress = (done: number): void => terminal.progress.update('making problems', done, options.count);
        const { count, mix, vocabulary: words } = options;
        for await (const drawn of synthesiseProblems({ index, count, mix, seed, words, onProgress })) {
          const { problem, rewritten } =
            rewrite === undefined ? { problem: drawn, rewritten: false } : await rewrite(drawn);
          if (rewritten) reworded++;
          const key = `${problem.category} ${problem.difficulty}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
          yield problem;
        }
      }
      try {
        const started = performance.now();
        const written = await writeProblems(options.out, counted());
        const seconds = (performance.now() - started) / 1000;
        terminal.progress.done();
        const asked = askedPerCategory(options.mix, options.count);
        const rows = CATEGORIES.filter((category) => (options.mix[category] ?? 0) > 0).map((category) => [
          category,
          ...DIFFICULTIES.map((difficulty) => counts.get(`${category} ${difficulty}`) ?? 0),
        ]);
        terminal.print(table(['category', ...DIFFICULTIES], rows));
        const departures = departuresFrom(asked, counts);
        if (departures.length > 0) {
          terminal.print(
            `\nThe mix differs from --mix: ${departures.join(', ')}. Draws that gave no good problem were skipped.`,
          );
        }
        terminal.print(`\nWrote ${written} problems to ${options.out} (${seconds.toFixed(1)} s), seed ${seed}.`);
        if (options.seed === undefined)
          terminal.print('Keep the seed secret: with it anyone can make the same problems.');
        if (rewrite !== undefined) {
          terminal.print(
            `${reworded} were reworded by ${options.model}; the others lost a constraint when reworded and were kept unchanged.`,
          );
        }
        terminal.report({
          seed,
          reworded,
          file: options.out,
          problems: written,
          seconds,
          counts: Object.fromEntries(counts),
          asked: Object.fromEntries(asked),
        });
      } finally {
        index.close();
      }
    });
}

/** Categories of which not as many problems were made as the mix asks for, such as "50 shop asked, 48 made". */
function departuresFrom(asked: ReadonlyMap<Category, number>, counts: ReadonlyMap<string, number>): string[] {
  return [...asked].flatMap(([category, wanted]) => {
    const made = DIFFICULTIES.reduce((sum, difficulty) => sum + (counts.get(`${category} ${difficulty}`) ?? 0), 0);
    return made === wanted ? [] : [`${wanted} ${category} asked, ${made} made`];
  });
}

function rewriter(options: Options): ((problem: Problem) => Promise<Rewritten>) | undefined {
  const { baseUrl, model, apiKeyEnv } = options;
  if (baseUrl === undefined && model === undefined) return undefined;
  if (baseUrl === undefined || model === undefined) {
    throw new Fault('USAGE', {
      message: 'Rewording needs both --base-url and --model.',
      remedy: 'Give both, or neither.',
    });
  }
  const apiKey = process.env[apiKeyEnv];
  const inference = new OpenAiInference({ baseUrl, ...(apiKey && { apiKey }) });
  return (problem) => rewriteQuery(problem, { inference, model });
}

/** "product=2,shop=1,voucher=1,knowledge=1"; omitted categories get nothing. */
function parseMix(text: string): Mix {
  const mix: Partial<Record<Category, number>> = {};
  for (const part of text.split(',')) {
    const [name, share] = part.split('=').map((word) => word.trim()) as [string, string | undefined];
    const value = Number(share);
    const category = CATEGORIES.find((each) => each === name);
    if (category === undefined || share === undefined || share === '' || !(value >= 0 && value <= 1_000_000)) {
      throw new InvalidArgumentError('It must look like product=2,shop=1,voucher=1; knowledge is the fourth category.');
    }
    mix[category] = value;
  }
  if (!Object.values(mix).some((share) => share > 0))
    throw new InvalidArgumentError('At least one share must be above 0.');
  return mix;
}
