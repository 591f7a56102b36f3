import type { Problem } from '../problem.ts';
import { racesLeftIn, readSupply } from './bank-supply.ts';
import { changeBank } from './change-bank.ts';
import { openBank } from './open-bank.ts';
import { readBank } from './read-bank.ts';

export interface ReserveTwinsOptions {
  readonly folder: string;
  /** Selects from the problems that no pending draw uses or may use. */
  readonly choose: (free: readonly Problem[]) => readonly Problem[];
  /** Ids of twins that the arena already has. */
  readonly known: ReadonlySet<string>;
  readonly raceProblems: number;
  /** Problems are reserved only if at least this many races remain possible afterwards. */
  readonly keepRaces: number;
  readonly now: () => Date;
}

export type ReservedTwins =
  | { readonly ok: true; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Retires problems from races to use them as twins of a public suite. Twins that an earlier call reserved but that
 * never reached the arena, because of a crash in between, are returned again.
 */
export async function reserveTwins(options: ReserveTwinsOptions): Promise<ReservedTwins> {
  const { folder, choose, known, raceProblems, keepRaces, now } = options;
  const bank = await openBank(folder);
  const lost = bank.records
    .flatMap((record) => (record.kind === 'retired' && record.cause === 'twins' ? record.problem_ids : []))
    .filter((id) => !known.has(id) && !bank.state.open.has(id));
  if (lost.length > 0) {
    const { problems } = await readBank(folder, bank.state);
    return { ok: true, problems: lost.flatMap((id) => problems.get(id)?.problem ?? []) };
  }
  const supply = await readSupply(bank);
  const chosen = choose(supply.free);
  if (chosen.length === 0) return refuse('The bank has no unused problems as difficult as those of the active suite.');
  const ids = chosen.map(({ id }) => id);
  const left = racesLeftIn(supply, raceProblems, new Set(ids));
  if (left < keepRaces) {
    return refuse(`Twins would leave hidden problems for ${left} races; ${keepRaces} are to be kept.`);
  }
  const reason = 'Reserved for qualifying.';
  const event = { kind: 'retired', problem_ids: ids, reason, by: 'arena', cause: 'twins' } as const;
  await changeBank(folder, now, async () => ({ events: [event], result: undefined }));
  return { ok: true, problems: chosen };
}

function refuse(reason: string): ReservedTwins {
  return {
    ok: false,
    reason: `${reason} Qualifying is not compared with twins until there are some: add problems with \`assay problems bank add\`.`,
  };
}
