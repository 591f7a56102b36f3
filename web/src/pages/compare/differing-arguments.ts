import { canonicalJson } from '../../../../src/json/canonical-json.ts';
import { isJsonObject } from '../../../../src/json/json-object.ts';

interface NamedCall {
  readonly name: string;
  readonly given: unknown;
}

/**
 * For each call of one side, the names of its arguments that the other side's call in the same place does not have, or
 * has with another value. None where the other side calls another tool there: then the calls differ as a whole.
 */
export function differingArguments<Call extends NamedCall>(
  calls: readonly Call[],
  others: readonly NamedCall[],
): ReadonlyMap<Call, ReadonlySet<string>> {
  return new Map(calls.map((call, place) => [call, differingNames(call, others[place])]));
}

function differingNames({ name, given }: NamedCall, other: NamedCall | undefined): ReadonlySet<string> {
  if (other?.name !== name || !isJsonObject(given) || !isJsonObject(other.given)) return new Set();
  const { given: theirs } = other;
  return new Set(
    Object.entries(given).flatMap(([key, value]) =>
      Object.hasOwn(theirs, key) && canonicalJson(theirs[key]) === canonicalJson(value) ? [] : [key],
    ),
  );
}
