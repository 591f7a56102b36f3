import { join } from 'node:path';
import { Command } from 'commander';
import { openTokenizer } from '../../../corpus/filter.ts';
import { licencesIn, mergeLicences, openRelease, readLicences } from '../../../corpus/release.ts';
import { harnessOf } from '../../../evaluation/harness.ts';
import { questionOf } from '../../../problems/clusters.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { DEFAULT_BANK_FOLDER } from '../../../problems/suites.ts';
import { makeFolder } from '../../../store/files.ts';
import { sha256 } from '../../../store/sha256.ts';
import { type AblationRows, ARMS, buildAblationRows, readSuccesses } from '../../../training/ablation.ts';
import { readRecipe } from '../../../training/recipe.ts';
import { requireTrainable, writeRows } from '../../../training/rows.ts';
import { openSuites, RunFolder, writeMark } from '../../../training/run.ts';
import { path, wholeNumber } from '../../options.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { ledgerOption, licencesOption, seedOption } from '../../shared-options.ts';

interface Options {
  readonly data: string;
  readonly corpus: string;
  readonly problems: string;
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
  'No licences were named (--licences): attempts of contestants who allow nothing may be in the arms. Ask the arena with `assay admin licences` before training on them.';

export function trainAblationCommand(): Command {
  return new Command('ablation')
    .requiredOption('--data <dir>', 'data folder in which the attempts were made', path)
    .requiredOption('--corpus <release>', 'release of `assay corpus build` that was built of them', path)
    .requiredOption('--problems <file>', 'problems that may be trained on; attempts at others are left out', path)
    .requiredOption(
      '--out <dir>',
      'folder for ablation.json and, for each arm, the folder of a run with its rows',
      path,
    )
    .option('--recipe <file>', 'whose harness and context the rows are made for', path, 'recipes/small.json')
    .option('--tokens <n>', 'trainable tokens of each arm (default: as many as all have)', wholeNumber(1, 1e12))
    .option('--tokenizer <dir>', 'folder of the student, whose tokenizer counts; estimated unless given', path)
    .addOption(licencesOption("JSON: the licence each agent's owner chose, by the SHA-256 of its source"))
    .addOption(seedOption('decides which rows are drawn', 7))
    .addOption(ledgerOption())
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const recipe = readRecipe(options.recipe);
      const { harness, context, stages } = recipe;
      const problems = await readProblemFile(options.problems);
      // A run that takes the rows up looks at them as well, but then they are made, and by words alone.
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
      const built = buildAblationRows({
        problems,
        released: await Array.fromAsync(release.rows('train')),
        successes,
        harness: harnessOf(harness.tools, 'native', harness.max_observation),
        context,
        unseen: stages.sft.rows.unseen_products,
        tokens: options.tokens,
        seed: options.seed,
        ...(options.tokenizer !== undefined && { counter: openTokenizer(options.tokenizer) }),
      });
      const arms = await writeArms(built, options.out);
      const { arms: _, ...rest } = built;
      const summary = {
        version: 1,
        seed: options.seed,
        attempts,
        successes: successes.length,
        licences_known: licences.size > 0,
        release: sha256(release.manifestText),
        harness: { tools: harness.tools, max_observation: harness.max_observation, context },
        ...rest,
        arms,
      };
      await writeMark(join(options.out, 'ablation.json'), summary);
      show(built, terminal);
      if (options.licences === undefined && licences.size === 0) terminal.say(LICENCES_UNKNOWN);
      terminal.say(`\n${successes.length} of ${attempts} attempts succeed. Written to ${options.out}.`);
      terminal.report(summary);
    });
}

/** Each arm as the folder of a run whose first rows are there already: `train run --stage sft --out` takes it up. */
async function writeArms(built: AblationRows, out: string) {
  const described = [];
  for (const arm of ARMS) {
    const { rows, tokens, problems, tokensByCategory, rowsByAgent } = built.arms[arm];
    const place = new RunFolder(join(out, arm)).stage('sft');
    makeFolder(place.root);
    const file = await writeRows(place.rows, 'rows.jsonl', rows);
    const counts = { arm, tokens, problems, tokens_by_category: tokensByCategory, rows_by_agent: rowsByAgent };
    await writeMark(place.mark('rows'), { ...file, rows: rows.length, counts, problems: null });
    described.push({ ...counts, rows: rows.length, sha256: file.sha256 });
  }
  return described;
}

function show({ arms, available, counter, left_out }: AblationRows, terminal: Terminal): void {
  terminal.say(
    table(
      ['arm', 'rows', 'problems', 'trainable tokens', 'of', 'rows by agent'],
      ARMS.map((arm) => [
        arm,
        arms[arm].rows.length,
        arms[arm].problems,
        arms[arm].tokens,
        available[arm],
        Object.entries(arms[arm].rowsByAgent)
          .map(([agent, rows]) => `${agent} ${rows}`)
          .join(', '),
      ]),
    ),
  );
  terminal.say(`\nTokens are ${counter.exact ? 'counted' : 'estimated'} (${counter.name}).`);
  const reasons = Object.entries(left_out).map(([reason, count]) => `${reason} ${count}`);
  if (reasons.length > 0) terminal.say(`Left out: ${reasons.join(', ')}.`);
}
