import { randomBytes } from 'node:crypto';
import type { TextEmbedder } from '../../embedding/text-embedder.ts';
import { assertArenaForm } from '../arena-form.ts';
import { findClusters } from '../clusters/find-clusters.ts';
import { questionOf } from '../clusters/question.ts';
import type { Problem } from '../problem.ts';
import { type BankSupply, racesLeftIn, readSupply } from './bank-supply.ts';
import { changeBank } from './change-bank.ts';
import { createSuite } from './create-suite.ts';
import { drawBalanced } from './draw-balanced.ts';
import type { LedgerState } from './ledger-state.ts';
import { loadSuite } from './load-suite.ts';
import { openBank } from './open-bank.ts';
import type { Suite } from './suite.ts';

export interface CutSuiteOptions {
  readonly folder: string;
  readonly name: string;
  readonly size: number;
  readonly raceProblems: number;
  /** Drawable problems are used only if at least this many races remain possible afterwards. */
  readonly keepRaces: number;
  /** If set, problems are also compared with sealed ones by meaning. */
  readonly embedder?: TextEmbedder | undefined;
  readonly now: () => Date;
}

export type CutSuite = { readonly ok: true; readonly suite: Suite } | { readonly ok: false; readonly reason: string };

/** The newest version of a suite in the bank. */
export function newestVersion(
  folder: string,
  { suites }: Pick<LedgerState, 'suites'>,
  name: string,
): Suite | undefined {
  const versions = [...suites.values()].filter((suite) => suite.name === name);
  const newest = versions.toSorted((left, right) => right.version - left.version)[0];
  return newest === undefined ? undefined : loadSuite(folder, newest.id);
}

/**
 * Makes a public suite from the bank, first from problems that races have used up, then from others. Published problems
 * and all their hidden variants are retired. Retiring comes first, so that after a crash the next call uses the retired
 * problems.
 */
export async function cutSuite(options: CutSuiteOptions): Promise<CutSuite> {
  const { folder, name, now } = options;
  const bank = await openBank(folder);
  const supply = await readSupply(bank);
  const chosen = choose(supply, options.size);
  if (chosen.length < options.size) {
    return refuse(`The bank has ${chosen.length} of the ${options.size} problems for a new suite.`);
  }
  const lost = new Set(givenAway(chosen, supply.drawable));
  const left = racesLeftIn(supply, options.raceProblems, lost);
  if (lost.size > 0 && left < options.keepRaces) {
    return refuse(`A new suite would leave hidden problems for ${left} races; ${options.keepRaces} are to be kept.`);
  }
  if (lost.size > 0) await retireFor(name, [...lost], options);
  const version = (newestVersion(folder, bank.state, name)?.version ?? 0) + 1;
  const suite: Suite = { name, version, kind: 'qualifying', problems: chosen };
  await createSuite({ folder, suite, embedder: options.embedder, now });
  return { ok: true, suite };
}

function choose({ spent, free }: BankSupply, size: number): readonly Problem[] {
  const used = draw(spent, Math.min(size, spent.length));
  return [...used, ...draw(free, Math.min(size - used.length, free.length))];
}

/** Draws problems balanced over categories and difficulties. */
function draw(problems: readonly Problem[], size: number): readonly Problem[] {
  if (size === 0) return [];
  assertArenaForm(problems);
  const byId = new Map(problems.map((problem) => [problem.id, problem]));
  const pool = problems.map(({ id: problem_id, category, difficulty }) => ({ problem_id, category, difficulty }));
  return drawBalanced(pool, size, randomBytes(32).toString('hex')).map((id) => byId.get(id)!);
}

/** Drawable problems that the suite publishes, as they are or as variants. */
function givenAway(chosen: readonly Problem[], drawable: readonly Problem[]): readonly string[] {
  const all = [...chosen, ...drawable];
  const { clusterOf } = findClusters(all.map(questionOf));
  const shown = new Set(clusterOf.subarray(0, chosen.length));
  return drawable.filter((_, place) => shown.has(clusterOf[chosen.length + place]!)).map(({ id }) => id);
}

async function retireFor(
  name: string,
  problem_ids: readonly string[],
  { folder, now }: CutSuiteOptions,
): Promise<void> {
  const reason = `In the public suite ${name}, or a variant of one of its problems.`;
  const event = { kind: 'retired', problem_ids, reason, by: 'arena', cause: 'suite' } as const;
  await changeBank(folder, now, async () => ({ events: [event], result: undefined }));
}

function refuse(reason: string): CutSuite {
  return { ok: false, reason: `${reason} Add some with \`assay problems bank add\`.` };
}
