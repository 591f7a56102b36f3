import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import type { JsonValue } from '../../store/database.ts';
import { type ArenaPolicy, arenaPolicySchema, withoutDerived } from '../arena-policy.ts';

/** Values that replace those of arena.json, by their path in the policy: `queue.leaseSeconds`. */
export type PolicyOverrides = Readonly<Record<string, JsonValue>>;

/** The HTTP server reads these limits at startup. */
const NEEDS_RESTART = ['submissions.maxBytes', 'queue.maxUploadBytes'];

/** These decide who wins and by how much; a change during a race would change its rules. */
const FIXED_IN_RACE = ['race', 'raceProblems', 'agency', 'titles', 'emission', 'queue.raceRequiredSuccesses'];

const PATH = /^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*){0,3}$/;

/** The policy with some values replaced. Throws a fault if a value is unknown or invalid. */
export function withOverrides(base: ArenaPolicy, overrides: PolicyOverrides): ArenaPolicy {
  const changed: Record<string, unknown> = structuredClone(withoutDerived(base)) as never;
  for (const [path, value] of Object.entries(overrides)) setAt(changed, path, value);
  const parsed = arenaPolicySchema.safeParse(changed);
  if (parsed.success) return parsed.data;
  throw invalidPolicy(z.prettifyError(parsed.error));
}

export function invalidPolicy(flaw: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `This is not a valid policy. ${flaw}`,
    remedy: 'Correct the values named; docs/operator.md lists all of them.',
  });
}

/** The value at a path of the policy; `undefined` if there is none. */
export function valueAt(policy: ArenaPolicy, path: string): JsonValue | undefined {
  let value: unknown = policy;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value as JsonValue | undefined;
}

/** Throws if a path may not be changed while the server runs, or not while the racers are fixed. */
export function requireChangeable(path: string, areRacersFixed: boolean): void {
  if (!PATH.test(path)) {
    throw new Fault('INPUT_INVALID', {
      message: `"${path.slice(0, 100)}" is not a field of the policy.`,
      remedy: 'Name it without `policy.`, such as queue.leaseSeconds.',
    });
  }
  if (NEEDS_RESTART.some((each) => isWithin(path, each) || isWithin(each, path))) {
    throw new Fault('INPUT_INVALID', {
      message: `${path} takes effect only after a restart.`,
      remedy: `Set policy.${path} in arena.json and restart the server.`,
    });
  }
  if (areRacersFixed && FIXED_IN_RACE.some((each) => isWithin(path, each) || isWithin(each, path))) {
    throw new Fault('RACE_IN_FLIGHT', {
      message: `${path} cannot be changed during a race: it would change the rules for the current racers.`,
    });
  }
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}.`);
}

function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop()!;
  let place = target;
  for (const name of names) {
    const inner = Object.hasOwn(place, name) ? place[name] : undefined;
    // A missing or scalar value becomes an object; the schema decides whether that is valid.
    const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
    place[name] = next;
    place = next;
  }
  place[last] = structuredClone(value);
}
