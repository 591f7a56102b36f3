import type { Arena } from '../arena.ts';
import { activateSuite } from '../exam/activate-suite.ts';
import { createSuite } from '../exam/create-suite.ts';
import { newestRace } from '../race/stored-race.ts';
import type { BankPolicy } from './bank-policy.ts';
import type { BankSuite, ProblemBank } from './problem-bank.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

export type Rotation =
  | { readonly done: string }
  /** Why a due suite was not made. */
  | { readonly refused: string };

/**
 * Makes a new qualifying suite from the bank and activates it if one is due. Every step first checks the current state:
 * after a crash, a suite that is already in the bank, or created but not activated, is used.
 */
export async function rotateSuite(arena: Arena, bank: ProblemBank): Promise<Rotation | undefined> {
  const { newSuite, lowRaces } = arena.policy.bank;
  if (newSuite === null || bank.version() === undefined || !(await isDue(arena, newSuite))) return undefined;
  const unused = await unusedSuite(arena, bank);
  const { size } = newSuite;
  const order = { size, raceProblems: arena.policy.raceProblems, keepRaces: lowRaces };
  const cut = unused === undefined ? await bank.cutSuite(order) : { ok: true as const, suite: unused };
  if (!cut.ok) return { refused: cut.reason };
  const { suite } = cut;
  const suiteId = (await knownSuite(arena, suite))?.suite_id ?? (await create(arena, suite));
  await activateSuite(arena, suiteId, { who: 'arena', requeueTopN: newSuite.requeueTop });
  return { done: `suite ${suiteId} (${nameOf(suite)}) activated` };
}

/** Only in the first half of a window: versions need time to be scored on the new suite before the window closes. */
async function isDue(arena: Arena, policy: NonNullable<BankPolicy['newSuite']>): Promise<boolean> {
  const { database, now } = arena;
  const race = await newestRace(database.reader);
  if (race !== undefined) {
    const isEarly = race.closes_at - now() > (race.closes_at - race.since) / 2;
    if (race.state !== 'qualifying_open' || !isEarly) return false;
  }
  const active = await database.reader
    .selectFrom('suites')
    .select('activated_at')
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (active?.activated_at == null) return true;
  const { activated_at } = active;
  const { everyDays, everySubmissions } = policy;
  if (everyDays !== undefined && now() - activated_at >= everyDays * DAY_MILLISECONDS) return true;
  if (everySubmissions === undefined) return false;
  const { submissions } = await database.reader
    .selectFrom('agent_versions')
    .select(({ fn }) => fn.countAll<number>().as('submissions'))
    .where('submitted_at', '>', activated_at)
    .executeTakeFirstOrThrow();
  return Number(submissions) >= everySubmissions;
}

/** The newest suite of the bank, if it was never active here. */
async function unusedSuite(arena: Arena, bank: ProblemBank): Promise<BankSuite | undefined> {
  const newest = await bank.newestSuite();
  if (newest === undefined) return undefined;
  const known = await knownSuite(arena, newest);
  return known === undefined || known.activated_at === null ? newest : undefined;
}

async function knownSuite({ database }: Arena, suite: BankSuite) {
  return await database.reader
    .selectFrom('suites')
    .select(['suite_id', 'activated_at'])
    .where('name', '=', nameOf(suite))
    .orderBy('suite_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function create({ database, now }: Arena, suite: BankSuite): Promise<number> {
  const created = { name: nameOf(suite), problems: suite.problems, isPublic: true };
  return (await createSuite(database, created, { who: 'arena', now: now() })).suiteId;
}

function nameOf({ name, version }: BankSuite): string {
  return `${name}@${version}`;
}
