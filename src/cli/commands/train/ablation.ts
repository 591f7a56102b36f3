import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { estimatedTokens, openTokenizer } from '../../../corpus/filter.ts';
import { licencesIn, mergeLicences, openRelease, openRewritten, readLicences } from '../../../corpus/release.ts';
import { harnessOf } from '../../../evaluation/harness.ts';
import { Fault } from '../../../fault/fault.ts';
import { questionOf } from '../../../problems/clusters.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { DEFAULT_BANK_FOLDER } from '../../../problems/suites.ts';
import { makeFolder } from '../../../store/files.ts';
import { sha256 } from '../../../store/sha256.ts';
import {
  type AblationRows,
  ARMS,
  type Arm,
  buildAblationRows,
  FORMAT,
  readSuccesses,
} from '../../../training/ablation.ts';
import { readRecipe } from '../../../training/recipe.ts';
import { readWrittenRows, requireTrainable, type SftRow, writeRows } from '../../../training/rows.ts';
import { openSuites, RunFolder, writeMark } from '../../../training/run.ts';
import { path, share, wholeNumber } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { ledgerOption, licencesOption, seedOption } from '../../shared-options.ts';

interface Options {
  readonly data: string;
  readonly corpus: string;
  readonly problems: string;
  readonly rewritten?: string;
  readonly teacher?: string;
  readonly arms?: readonly Arm[];
  readonly equal: 'rows' | 'tokens';
  readonly perProblem: number;
  readonly mostOfOne: number;
  readonly formatRows: number;
  readonly recipe: string;
  readonly out: string;
  readonly tokens?: number;
  readonly tokenizer?: string;
  readonly seed: number;
  readonly ledger: string;
  readonly licences?: string;
  readonly json?: boolean;
}

const LICENCES_UNKNOWN =
  'No licences were given (--licences): the arms may contain attempts with licence none. Get the licences with `assay admin licences` before training on them.';

export function trainAblationCommand(): Command {
  return new Command('ablation')
    .requiredOption('--data <dir>', 'data folder in which the attempts were made', path)
    .requiredOption('--corpus <dir>', 'release of `assay corpus build` that was built from them', path)
    .requiredOption('--problems <file>', 'problems that may be trained on; attempts at others are left out', path)
    .requiredOption(
      '--out <dir>',
      'folder for ablation.json and, for each arm, the folder of a run with its rows',
      path,
    )
    .option('--rewritten <dir>', 'folder of `assay corpus rewrite`, for the arms with rewritten rows', path)
    .option('--teacher <dir>', 'folder that scripts/make-teacher-rows.ts wrote, for the arm teacher', path)
    .option(
      '--arms <names>',
      'arms to build, separated by commas (default: all that the given folders allow)',
      armNames,
    )
    .addOption(
      new Option('--equal <what>', 'what all arms have the same number of, at the same problems')
        .choices(['rows', 'tokens'])
        .default('rows'),
    )
    .option(
      '--per-problem <n>',
      'maximum number of rows of a problem in an arm, with --equal rows',
      wholeNumber(1, 1_000),
      2,
    )
    .option('--most-of-one <share>', "largest share of an arm's rows that one program may have", share, 0.4)
    .option(
      '--format-rows <n>',
      'rows of the set `format`: correctly formatted calls for the wrong problems',
      wholeNumber(0, 1e6),
      300,
    )
    .option('--recipe <file>', 'recipe whose harness and context the rows are made for', path, 'recipes/small.json')
    .option('--tokens <n>', 'trainable tokens of each arm, with --equal tokens', wholeNumber(1, 1e12))
    .option(
      '--tokenizer <dir>',
      'folder of the student model, whose tokenizer counts tokens (default: they are estimated)',
      path,
    )
    .addOption(licencesOption("JSON: the licence each agent's owner chose, by the SHA-256 of its source"))
    .addOption(seedOption('decides which rows are drawn', 7))
    .addOption(ledgerOption())
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const recipe = readRecipe(options.recipe);
      const { harness, context, stages } = recipe;
      const arms = options.arms ?? ARMS.filter((arm) => missingFor(arm, options) === undefined);
      requireGiven(arms, options);
      const problems = await readProblemFile(options.problems);
      // A run that uses the rows checks them as well, but only after they were made, and only by words.
      const { guarded } = await openSuites(recipe, { bank: DEFAULT_BANK_FOLDER, ledger: options.ledger });
      requireTrainable([{ name: options.problems, questions: problems.map(questionOf) }], guarded);
      const release = await openRelease(options.corpus);
      const queries = new Map(problems.map(({ id, query }) => [id, query]));
      const named = options.licences === undefined ? new Map() : readLicences(options.licences);
      const licences = mergeLicences([named, licencesIn(options.data)]);
      const { attempts, successes } = await readSuccesses(options.data, queries, licences, (done) =>
        terminal.progress.update(`${done} attempts`, 0, 1),
      );
      terminal.progress.done();
      const { equal, perProblem, mostOfOne, formatRows, tokens, seed } = options;
      const built = buildAblationRows({
        problems,
        released: await Array.fromAsync(release.rows('train')),
        successes,
        rewritten: await rewrittenRows(options.rewritten),
        teacher: await teacherRows(options.teacher),
        form: {
          harness: harnessOf(harness.tools, 'native', harness.max_observation),
          context,
          unseen: stages.sft.rows.unseen_products,
          counter: options.tokenizer === undefined ? estimatedTokens : openTokenizer(options.tokenizer),
        },
        arms,
        equal,
        perProblem,
        mostOfOne,
        formatRows,
        tokens,
        seed,
      });
      requireRows(built, options);
      const simulated = successes.some((attempt) => attempt.simulated);
      const summary = {
        version: 2,
        seed,
        equal,
        per_problem: equal === 'rows' ? perProblem : null,
        most_of_one: mostOfOne,
        attempts,
        successes: successes.length,
        licences_known: licences.size > 0,
        release: sha256(release.manifestText),
        harness: { tools: harness.tools, max_observation: harness.max_observation, context },
        counter: built.counter,
        problems: built.problems,
        simulated,
        arms: await writeArms(built, options.out, simulated),
      };
      await writeMark(join(options.out, 'ablation.json'), summary);
      show(built, terminal);
      if (options.licences === undefined && licences.size === 0) terminal.print(LICENCES_UNKNOWN);
      terminal.print(`\n${successes.length} of ${attempts} attempts succeed. Written to ${options.out}.`);
      terminal.report(summary);
    });
}

function armNames(text: string): readonly Arm[] {
  const names = text.split(',').map((name) => name.trim());
  const strange = names.find((name) => !(ARMS as readonly string[]).includes(name));
  if (strange !== undefined)
    throw new InvalidArgumentError(`There is no arm ${strange}; there are ${ARMS.join(', ')}.`);
  return ARMS.filter((arm) => names.includes(arm));
}

/** The missing option for an arm, if any. */
function missingFor(arm: Arm, { rewritten, teacher }: Options): string | undefined {
  if (arm.endsWith('_rewritten') && rewritten === undefined) return '--rewritten';
  return arm === 'teacher' && teacher === undefined ? '--teacher' : undefined;
}

function requireGiven(arms: readonly Arm[], options: Options): void {
  const missing = arms.find((arm) => missingFor(arm, options) !== undefined);
  if (missing === undefined) return;
  throw new Fault('USAGE', {
    message: `The arm ${missing} needs ${missingFor(missing, options)}.`,
    remedy: `Give it, or leave ${missing} out of --arms.`,
  });
}

/** Arms without a common problem cannot be compared. */
function requireRows({ arms, problems }: AblationRows, { data }: Options): void {
  if (problems.length > 0) return;
  const had = arms.map(({ arm, counts: { available } }) => `${arm} ${available.problems}`).join(', ');
  throw new Fault('INPUT_INVALID', {
    message: `No problem has a row in every arm. Problems with rows in ${data}: ${had}.`,
    remedy: 'Leave out arms with --arms, raise --most-of-one, or make more attempts at the same problems.',
  });
}

async function rewrittenRows(folder: string | undefined) {
  if (folder === undefined) return [];
  const rows = await Array.fromAsync(openRewritten(folder).rows());
  return rows.map((row) => ({ ...row, licence: row.licence ?? '' }));
}

async function teacherRows(folder: string | undefined): Promise<readonly SftRow[]> {
  return folder === undefined ? [] : await readWrittenRows<SftRow>(new RunFolder(folder).stage('sft').rows);
}

/** Writes each arm as the folder of a run whose first rows already exist: `train run --stage sft --out` resumes it. */
async function writeArms({ arms, format }: AblationRows, out: string, simulated: boolean) {
  const described = [];
  const sets = [
    ...arms.map(({ arm, about, rows, counts }) => ({ name: arm as string, rows, counts: { about, ...counts } })),
    ...(format.length === 0 ? [] : [{ name: FORMAT, rows: format, counts: { rows: format.length } }]),
  ];
  for (const { name, rows, counts } of sets) {
    const place = new RunFolder(join(out, name)).stage('sft');
    makeFolder(place.root);
    const file = await writeRows(place.rows, 'rows.jsonl', rows);
    await writeMark(place.mark('rows'), {
      ...file,
      rows: rows.length,
      counts: { arm: name, simulated, ...counts },
      problems: null,
    });
    described.push({ arm: name, ...counts, sha256: file.sha256 });
  }
  return described;
}

function show({ arms, format, counter }: AblationRows, terminal: Terminal): void {
  terminal.print(
    table(
      ['arm', 'problems', 'rows', 'calls', 'trainable tokens', 'repeated', 'of rows', 'rows by agent'],
      arms.map(({ arm, counts }) => [
        arm,
        counts.problems,
        counts.rows,
        counts.calls,
        counts.tokens,
        counts.repeated,
        counts.available.rows,
        formatCounts(counts.rows_by_agent),
      ]),
    ),
  );
  terminal.print(`\nTokens are ${counter.exact ? 'counted' : 'estimated'} (${counter.name}).`);
  if (format.length > 0) terminal.print(`The set ${FORMAT} has ${format.length} rows.`);
  for (const { arm, counts } of arms)
    if (Object.keys(counts.left_out).length > 0)
      terminal.print(`Left out of ${arm}: ${formatCounts(counts.left_out)}.`);
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
