import { Command } from 'commander';
import { z } from 'zod';
import { Fault } from '../../../fault/fault.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import {
  bankStatistics,
  type Exposure,
  foldExposure,
  growBank,
  type OpenedBank,
  openBank,
  type PublishedHead,
  readBank,
  readPendingDraws,
  retireProblems,
  verifyBank,
} from '../../../problems/suites.ts';
import { openArena } from '../../arena/arena-connection.ts';
import { readPublicLedger } from '../../arena/read-public-ledger.ts';
import { table } from '../../output/table.ts';
import { createTerminal, type Terminal } from '../../output/terminal.ts';
import { type QueryOptions, withQueryEmbedder, withQueryOptions } from '../../query-options.ts';
import { bankOption, chosenArenaOption, headOption, type LedgerHead } from '../../shared-options.ts';

interface Options {
  readonly bank: string;
  readonly json?: boolean;
}

type AddOptions = Options & QueryOptions;

interface RetireOptions extends Options {
  readonly why: string;
}

interface VerifyOptions extends Options {
  readonly head?: LedgerHead;
  readonly arenaUrl?: string;
}

export function problemsBankCommand(): Command {
  return new Command('bank')
    .helpCommand(false)
    .addCommand(addCommand())
    .addCommand(statsCommand())
    .addCommand(exposureCommand())
    .addCommand(retireCommand())
    .addCommand(verifyCommand());
}

function addCommand(): Command {
  const command = new Command('add')
    .description('add the problems of a file, all or none; known ones are skipped')
    .argument('<file>', 'problems as JSON lines')
    .addOption(bankOption());
  return withQueryOptions(command).action(async (file: string, options: AddOptions) => {
    const terminal = createTerminal(options.json === true);
    const problems = await readProblemFile(file);
    const grown = await withQueryEmbedder(options, (embedder) =>
      growBank({ folder: options.bank, problems, embedder, now: () => new Date() }),
    );
    terminal.print(`${grown.added} problems added, ${grown.skipped} known already. The bank has ${grown.size}.`);
    terminal.report({ folder: options.bank, ...grown });
  });
}

function statsCommand(): Command {
  return new Command('stats')
    .description('show how many problems the bank has and how many can still be drawn')
    .addOption(bankOption())
    .action(async (options: Options) => {
      const terminal = createTerminal(options.json === true);
      const opened = await openBank(options.bank);
      const { problems } = await readBank(options.bank, opened.state);
      const exposure = exposureOf(opened, terminal);
      const { cells, ...counts } = bankStatistics(problems.values(), opened.state, exposure);
      const document = {
        problems: counts.problems,
        drawable: counts.drawable,
        retired: counts.retired,
        ever_drawn: counts.everDrawn,
        unrecorded: counts.unrecorded,
        suites: counts.suites,
        sealed_sets: counts.sealedSets,
        races_committed: counts.racesCommitted,
        races_revealed: counts.racesRevealed,
      };
      terminal.print(table(['what', 'number'], Object.entries(document)));
      terminal.print();
      const rows = cells.map((cell) => [cell.category, cell.difficulty, cell.problems, cell.drawable]);
      terminal.print(table(['category', 'difficulty', 'problems', 'drawable'], rows));
      terminal.report({ ...document, cells });
    });
}

function exposureCommand(): Command {
  return new Command('exposure')
    .description('show when problems were drawn, who saw them, when they were retired and may enter the corpus')
    .argument('[problem_id]', 'only this problem, with everyone who saw it')
    .addOption(bankOption())
    .action(async (problemId: string | undefined, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const exposure = exposureOf(await openBank(options.bank), terminal);
      if (problemId !== undefined) {
        showOne(terminal, known(exposure, problemId));
        return;
      }
      const rows = Array.from(exposure.values(), (problem) => [
        problem.problemId,
        problem.sealed ? 'sealed' : '',
        problem.draws.map((draw) => draw.race).join(' '),
        new Set(problem.seen.map((exposure) => exposure.agentVersion)).size,
        new Set(problem.seen.map((exposure) => exposure.validator)).size,
        problem.retiredAt ?? '',
        problem.corpusFrom ?? '',
      ]);
      const head = ['problem', 'seal', 'races', 'agents', 'validators', 'retired', 'corpus from'];
      if (rows.length > 0) terminal.print(table(head, rows));
      terminal.print(`${rows.length} problems.`);
      terminal.report(Array.from(exposure.values(), exposureDocument));
    });
}

function retireCommand(): Command {
  return new Command('retire')
    .description('exclude problems from every later draw; past results stay')
    .argument('<problem_id...>', 'problems of the bank')
    .requiredOption('--why <text>', 'the reason; an arena that uses this bank publishes it with the ids')
    .addOption(bankOption())
    .action(async (problemIds: string[], options: RetireOptions) => {
      const terminal = createTerminal(options.json === true);
      const reason = options.why.trim();
      const { retired, alreadyRetired, committedDraws } = await retireProblems({
        folder: options.bank,
        problemIds,
        reason,
        now: () => new Date(),
      });
      terminal.print(`${retired.length} problems retired, ${alreadyRetired.length} already retired.`);
      for (const { race, problemIds: drawn } of committedDraws) {
        terminal.warn(`Race ${race} was drawn before and still uses ${drawn.join(', ')}. Cancel it if it must not.`);
      }
      terminal.report({
        retired,
        already_retired: alreadyRetired,
        committed_draws: committedDraws.map(({ race, problemIds: drawn }) => ({ race, problem_ids: drawn })),
      });
    });
}

function verifyCommand(): Command {
  return new Command('verify')
    .description('check the ledger line by line, and every suite, problem and secret against it')
    .addOption(headOption('head of the ledger noted earlier: shows whether lines were cut off since'))
    .addOption(chosenArenaOption('arena that uses the bank: compare with the heads in its public ledger'))
    .addOption(bankOption())
    .action(async (options: VerifyOptions) => {
      const terminal = createTerminal(options.json === true);
      const published = options.arenaUrl === undefined ? [] : await publishedHeads(options.arenaUrl);
      const { lines, head, findings } = await verifyBank(options.bank, { noted: options.head, published });
      if (options.arenaUrl !== undefined) terminal.print(`${published.length} heads published by ${options.arenaUrl}.`);
      for (const finding of findings) terminal.warn(finding);
      if (findings.length > 0) process.exitCode = 1;
      else terminal.print(`${lines} lines, an unbroken hash chain; every file is as recorded.`);
      if (head !== undefined) terminal.print(`head ${lines}:${head}`);
      terminal.report({ verified: findings.length === 0, lines, head, findings });
    });
}

const publishedSchema = z.object({ lines: z.int(), head: z.string() });

/** Includes rewrites that the arena itself detected: the bank must still match what was published before. */
async function publishedHeads(url: string): Promise<readonly PublishedHead[]> {
  const events = await readPublicLedger(openArena({ arenaUrl: url }), ['bank.advanced', 'bank.rewritten']);
  if (events.length === 0) {
    throw new Fault('INPUT_INVALID', {
      message: `${url} has not published the head of a problem bank.`,
      remedy: 'Name the arena that uses this bank; it publishes the head when it runs.',
    });
  }
  return events.map(({ data }) => publishedSchema.parse(data));
}

function exposureOf({ folder, records, state }: OpenedBank, terminal: Terminal): ReadonlyMap<string, Exposure> {
  const { problems: pending, lost } = readPendingDraws(folder, state);
  for (const { race, reason } of lost) terminal.warn(`The draw of race ${race} is unknown: ${reason}.`);
  return foldExposure(records, { pending });
}

function known(exposure: ReadonlyMap<string, Exposure>, problemId: string): Exposure {
  const found = exposure.get(problemId);
  if (found !== undefined) return found;
  throw new Fault('FILE_NOT_FOUND', {
    message: `Problem ${problemId} is neither in the bank nor in a suite.`,
    remedy: 'Leave the id out to see all problems.',
  });
}

function showOne(terminal: Terminal, problem: Exposure): void {
  const { problemId, sealed, draws, seen, retiredAt, corpusFrom } = problem;
  terminal.print(`${problemId}${sealed ? ', sealed' : ''}`);
  terminal.print(`retired: ${retiredAt ?? 'no'}`);
  terminal.print(
    `may enter the corpus: ${corpusFrom === undefined ? (sealed ? 'never' : 'not yet') : `from ${corpusFrom}`}`,
  );
  if (draws.length > 0) {
    const rows = draws.map((draw) => [draw.race, draw.drawnAt, draw.revealedAt ?? '']);
    terminal.print(`\n${table(['race', 'drawn', 'revealed'], rows)}`);
  }
  if (seen.length > 0) {
    const rows = seen.map((exposure) => [exposure.at, exposure.race, exposure.agentVersion, exposure.validator]);
    terminal.print(`\n${table(['seen', 'race', 'agent', 'validator'], rows)}`);
  }
  terminal.report(exposureDocument(problem));
}

function exposureDocument({
  problemId,
  sealed,
  draws,
  seen,
  retiredAt,
  corpusFrom,
}: Exposure): Record<string, unknown> {
  return {
    problem_id: problemId,
    sealed,
    draws: draws.map(({ race, drawnAt, revealedAt }) => ({ race, drawn_at: drawnAt, revealed_at: revealedAt ?? null })),
    seen: seen.map(({ race, at, agentVersion, validator }) => ({ race, at, agent_version: agentVersion, validator })),
    retired_at: retiredAt ?? null,
    corpus_from: corpusFrom ?? null,
  };
}
