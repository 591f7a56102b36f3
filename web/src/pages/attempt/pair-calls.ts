import { isJsonObject, ownField } from '../../../../src/json/json-object.ts';
import { CallIndex } from './call-index.ts';
import type { ClaimedCall, ClaimedStep } from './claimed-step.ts';
import { type Difference, jsonDifferences } from './json-differences.ts';
import { normalArguments } from './normal-arguments.ts';
import type { RecordedCall } from './recorded-call.ts';

/**
 * Result of checking a claim. `composed` tools compute their result from recorded calls; `no trace` is for tools that
 * make no network call; `unchecked` means that there is no record.
 */
export type Match =
  | 'same'
  | 'other result'
  | 'other arguments'
  | 'never recorded'
  | 'composed'
  | 'no trace'
  | 'unchecked';

export interface PairedCall {
  readonly step: number;
  readonly claim: ClaimedCall;
  readonly match: Match;
  readonly recorded: readonly RecordedCall[];
  readonly differences: readonly Difference[];
}

const DIRECT: ReadonlyMap<string, string> = new Map([
  ['find_product', 'search'],
  ['view_product_information', 'view'],
]);
const COMPOSED: ReadonlySet<string> = new Set(['check_product_match', 'find_products_in_same_shop']);

/** Dialogues have no length limit; claims beyond this are not compared. */
const MOST_CLAIMS = 5_000;

interface Claim {
  readonly step: number;
  readonly claim: ClaimedCall;
  recorded: readonly RecordedCall[];
}

/**
 * Pairs each claimed tool call with its recorded call. Calls with the same arguments are paired in order. Calls left
 * over between two pairs are then paired as the same call with other arguments. Without a record (`null`) every claim
 * is `unchecked`.
 */
export function pairCalls(
  steps: readonly ClaimedStep[],
  recorded: readonly RecordedCall[] | null,
): readonly PairedCall[] {
  const all: readonly Claim[] = steps.flatMap(({ number, calls }) =>
    calls.map((claim) => ({ step: number, claim, recorded: [] })),
  );
  if (recorded === null) return all.map((claim) => paired(claim, 'unchecked'));
  const claims = all.slice(0, MOST_CLAIMS);
  const free = new Set(recorded.filter(({ kind }) => kind === 'search' || kind === 'view'));
  matchEqual(claims, free);
  const parts = new CallIndex(free, ({ kind, parameters }) => partKey(kind, normalArguments(parameters)));
  matchBetween(claims, free, ({ claim }, after, before) => {
    const found = partsOf(claim).flatMap((key) => parts.between(key, after, before));
    return found.sort((left, right) => left.sequence - right.sequence);
  });
  const equal = new Set(claims.filter((claim) => claim.recorded.length > 0));
  const kinds = new CallIndex(free, ({ kind }) => kind);
  matchBetween(claims, free, ({ claim }, after, before) => {
    const kind = DIRECT.get(claim.name);
    return kind === undefined ? [] : kinds.between(kind, after, before, 1);
  });
  return [
    ...claims.map((claim) => judged(claim, !equal.has(claim))),
    ...all.slice(MOST_CLAIMS).map((claim) => paired(claim, 'unchecked')),
  ];
}

function matchEqual(claims: readonly Claim[], free: Set<RecordedCall>): void {
  const waiting = new CallIndex(free, (call) => keyOf(call.kind, call.parameters));
  let at = 0;
  for (const claim of claims) {
    const kind = DIRECT.get(claim.claim.name);
    if (kind === undefined || free.size === 0) continue;
    const key = keyOf(kind, claim.claim.parameters);
    const [call = waiting.between(key, -Infinity, Infinity, 1)[0]] = waiting.between(key, at, Infinity, 1);
    if (call === undefined) continue;
    claim.recorded = [call];
    free.delete(call);
    at = call.sequence;
  }
}

function keyOf(kind: string, given: unknown): string {
  return `${kind} ${JSON.stringify(normalArguments(given))}`;
}

/** Gives each unmatched claim the free calls that `choose` finds between the calls of the claims before and after it. */
function matchBetween(
  claims: readonly Claim[],
  free: Set<RecordedCall>,
  choose: (claim: Claim, after: number, before: number) => readonly RecordedCall[],
): void {
  const ends: number[] = [];
  for (let place = claims.length - 1, next = Infinity; place >= 0; place--) {
    ends[place] = next;
    next = claims[place]!.recorded[0]?.sequence ?? next;
  }
  let after = 0;
  for (const [place, claim] of claims.entries()) {
    if (claim.recorded.length === 0 && free.size > 0) {
      claim.recorded = choose(claim, after, ends[place]!);
      for (const call of claim.recorded) free.delete(call);
    }
    after = claim.recorded.at(-1)?.sequence ?? after;
  }
}

/** Identifies a call as a part of a composed tool. */
function partKey(kind: string, given: Readonly<Record<string, string>>): string {
  return `${kind} ${(kind === 'view' ? given.product_ids : given.q) ?? ''}`;
}

function partsOf({ name, parameters }: ClaimedCall): readonly string[] {
  if (!COMPOSED.has(name)) return [];
  if (name === 'check_product_match') {
    const product = ownText(parameters, 'product_id');
    return product === '' ? [] : [partKey('view', { product_ids: product })];
  }
  const queries = ownField(parameters, 'product_queries');
  const words = (Array.isArray(queries) ? queries : []).map((query) => ownText(query, 'q'));
  return [...new Set(words)].filter((q) => q !== '').map((q) => partKey('search', { q }));
}

function ownText(value: unknown, key: string): string {
  const field = ownField(value, key);
  return typeof field === 'string' || typeof field === 'number' ? String(field).trim() : '';
}

function judged(claim: Claim, isChanged: boolean): PairedCall {
  const { name, parameters, result } = claim.claim;
  const [call] = claim.recorded;
  if (COMPOSED.has(name)) return paired(claim, call === undefined ? 'never recorded' : 'composed');
  if (!DIRECT.has(name)) return paired(claim, 'no trace');
  if (call === undefined) return paired(claim, 'never recorded');
  if (isChanged) {
    const given = jsonDifferences(normalArguments(parameters), normalArguments(call.parameters));
    return paired(claim, 'other arguments', given);
  }
  if (result === undefined || saysItFailed(call, result)) return paired(claim, 'same');
  const differences = jsonDifferences(result, call.response);
  return paired(claim, differences.length === 0 ? 'same' : 'other result', differences);
}

/** Tools report an error in their own words, so the texts cannot be compared. */
function saysItFailed({ status }: RecordedCall, result: unknown): boolean {
  return status !== 200 && isJsonObject(result) && Object.hasOwn(result, 'error');
}

function paired({ step, claim, recorded }: Claim, match: Match, differences: readonly Difference[] = []): PairedCall {
  return { step, claim, match, recorded, differences };
}
