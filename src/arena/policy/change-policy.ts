import { isDeepStrictEqual } from 'node:util';
import { Fault } from '../../fault/fault.ts';
import { appendEvent, type JsonValue } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { type OperatorAct, reasonOf } from '../operator/operator-act.ts';
import { areRacersFixed } from '../race/race-state.ts';
import { newestRace } from '../race/stored-race.ts';
import { type LivePolicy, POLICY_CHANGED, type PolicyChange, readStoredPolicy } from './live-policy.ts';
import { requireChangeable, valueAt } from './policy-overrides.ts';

export interface PolicyRequest {
  /** New values by their path in the policy. */
  readonly set: Readonly<Record<string, JsonValue>>;
  /** Paths that return to the value in arena.json. */
  readonly reset: readonly string[];
}

/**
 * Changes the policy for every process and records it in the public ledger: version, values before and after, who and
 * why.
 */
export async function changePolicy(
  arena: Arena,
  live: LivePolicy,
  { set, reset }: PolicyRequest,
  act: OperatorAct,
): Promise<PolicyChange> {
  const reason = reasonOf(act);
  const paths = [...Object.keys(set), ...reset];
  const { database } = arena;
  const change = await database.withTransaction(async (transaction) => {
    const race = await newestRace(transaction);
    for (const path of paths) requireChangeable(path, race !== undefined && areRacersFixed(race.state));
    const stored = (await readStoredPolicy(transaction)) ?? { version: 0, overrides: {} };
    const kept = Object.entries(stored.overrides).filter(([path]) => !reset.includes(path));
    const overrides = { ...Object.fromEntries(kept), ...set };
    const after = live.with(overrides);
    const before = (path: string) => stored.overrides[path] ?? valueAt(live.base, path);
    const changes = [...new Set(paths)]
      .map((path) => ({ path, from: before(path), to: valueAt(after, path) }))
      .filter(({ from, to }) => !isDeepStrictEqual(from, to));
    if (changes.length === 0) {
      throw new Fault('INPUT_INVALID', {
        message: 'The policy already has this value.',
        remedy: 'Nothing to do: `assay admin policy show` lists what differs from arena.json.',
      });
    }
    const version = stored.version + 1;
    await appendEvent(transaction, {
      who: act.who,
      what: POLICY_CHANGED,
      when: arena.now(),
      why: reason,
      subject: 'policy',
      // An undefined value cannot be written as JSON.
      data: {
        version,
        overrides,
        changes: changes.map(({ path, from, to }) => ({
          path,
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
        })),
      },
    });
    return { version, changes, overrides };
  });
  await live.refresh(database.reader);
  return change;
}
