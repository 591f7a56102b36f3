import { Command, Option } from 'commander';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import {
  assertSuiteGate,
  createSuite,
  findSuite,
  floorShares,
  loadSuite,
  openBank,
  type RecordedSuite,
  SUITE_KINDS,
  type SuiteKind,
} from '../../../problems/suites.ts';
import { measureFloors, measuringMarketOption } from '../../measure-floors.ts';
import { wholeNumber } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal } from '../../output/terminal.ts';
import { type QueryOptions, withQueryEmbedder, withQueryOptions } from '../../query-options.ts';
import { bankOption } from '../../shared-options.ts';

interface Options {
  readonly bank: string;
  readonly json?: boolean;
}

interface CreateOptions extends Options, QueryOptions {
  readonly name: string;
  readonly suiteVersion: number;
  readonly kind: SuiteKind;
  readonly sealed?: boolean;
  readonly market?: string;
}

export function problemsSuiteCommand(): Command {
  return new Command('suite')
    .helpCommand(false)
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(showCommand());
}

function createCommand(): Command {
  const command = new Command('create')
    .description('create a suite from a problem file; creating the same suite again changes nothing')
    .argument('<file>', 'problems as JSON lines')
    .requiredOption('--name <name>', 'name of the suite')
    .requiredOption('--suite-version <n>', 'version of the suite, from 1', wholeNumber(1, 1_000_000))
    .addOption(new Option('--kind <kind>', 'what it is for').choices(SUITE_KINDS).makeOptionMandatory())
    .option('--sealed', 'seal a heldout suite permanently: its problems are never shown to contestants')
    .addOption(measuringMarketOption())
    .addOption(bankOption());
  return withQueryOptions(command).action(async (file: string, options: CreateOptions) => {
    const terminal = createTerminal(options.json === true);
    const { name, suiteVersion: version, kind } = options;
    const problems = await readProblemFile(file);
    // A benchmark is what others made it; its report lists what these policies solve.
    const measured = kind === 'benchmark' ? problems : await measureFloors(problems, options.market);
    assertSuiteGate(measured);
    const { id, created, sealed } = await withQueryEmbedder(options, (embedder) =>
      createSuite({
        folder: options.bank,
        suite: { name, version, kind, problems },
        sealed: options.sealed === true,
        embedder,
        now: () => new Date(),
      }),
    );
    const seal = sealed ? ', sealed' : '';
    terminal.print(
      `${created ? 'Created' : 'Already exists:'} ${name} version ${version}, ${problems.length} problems${seal}.`,
    );
    terminal.print(id);
    const floors = floorShares(measured);
    const unmeasured = problems.length - (floors[0]?.measured ?? 0);
    for (const { floor, solved, measured, limit } of floors)
      if (measured > 0)
        terminal.print(`${floor} (no model) solves ${solved} of ${measured}; the limit is ${limit * 100} %.`);
    if (unmeasured > 0)
      terminal.print(
        `${unmeasured} problems do not say which policies without a model solve them (assay problems synth measures that), so they were not checked.`,
      );
    terminal.report({ id, name, version, kind, problems: problems.length, created, sealed, floors });
  });
}

function listCommand(): Command {
  return new Command('list')
    .description('list suites')
    .addOption(bankOption())
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const { state } = await openBank(options.bank);
      const suites = [...state.suites.values()];
      const rows = suites.map((suite) => [
        suite.name,
        suite.version,
        suite.kind,
        suite.problemIds.length,
        suite.sealed ? 'sealed' : '',
        suite.createdAt,
        suite.id,
      ]);
      if (rows.length > 0) {
        terminal.print(table(['name', 'version', 'kind', 'problems', 'seal', 'created', 'id'], rows));
      }
      terminal.print(`${suites.length} suites.`);
      terminal.report(suites.map(suiteDocument));
    });
}

function showCommand(): Command {
  return new Command('show')
    .description('verify a suite and list its problems; of a sealed suite only their ids')
    .argument('<suite>', 'its name (newest version), name@version, id or the beginning of it')
    .addOption(bankOption())
    .action(async (wanted: string, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const { state } = await openBank(options.bank);
      const suite = findSuite(state, wanted);
      const { problems } = loadSuite(options.bank, suite.id);
      const shown = problems.map(({ id, category, difficulty, query }) => ({
        problem_id: id,
        category,
        difficulty,
        ...(!state.sealed.has(id) && { query }),
      }));
      const seal = suite.sealed ? ', sealed' : '';
      terminal.print(`${suite.name} version ${suite.version}, ${suite.kind}${seal}, ${problems.length} problems`);
      terminal.print(`${suite.id}\n`);
      const rows = shown.map((problem) => [
        problem.problem_id,
        problem.category,
        problem.difficulty,
        problem.query ?? '',
      ]);
      terminal.print(table(['problem', 'category', 'difficulty', 'query'], rows));
      terminal.report({ ...suiteDocument(suite), problems: shown });
    });
}

function suiteDocument(suite: RecordedSuite): Record<string, unknown> {
  const { id, name, version, kind, problemIds, createdAt, sealed } = suite;
  return { id, name, version, kind, problems: problemIds.length, created_at: createdAt, sealed };
}
