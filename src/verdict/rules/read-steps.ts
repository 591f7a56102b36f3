import { isJsonObject, type JsonObject, ownField } from '../../json/json-object.ts';

/** A tool call as the agent tells it. */
interface ClaimedCall {
  readonly name: unknown;
  readonly parameters: unknown;
}

export interface ReadStep {
  /** As it came. */
  readonly step: unknown;
  /** `undefined` when there is no such object. */
  readonly message: JsonObject | undefined;
  /** Up to the first that is no call: the reference gives up on a step there, and keeps what it had read. */
  readonly calls: readonly ClaimedCall[];
  /** Something in it is not in the form that steps have. */
  readonly malformed: boolean;
}

/** Steps in whatever shape, read as far as they can be. */
export function readSteps(dialogue: readonly unknown[]): readonly ReadStep[] {
  return dialogue.map((step) => {
    const message = ownField(ownField(step, 'completion'), 'message');
    if (!isJsonObject(message)) return { step, message: undefined, calls: [], malformed: true };
    const claimed = ownField(message, 'tool_call') ?? [];
    const list: readonly unknown[] = Array.isArray(claimed) ? claimed : [];
    const end = list.findIndex((call) => ownField(call, 'name') === undefined);
    const calls = list.slice(0, end === -1 ? list.length : end).map((call) => ({
      name: ownField(call, 'name'),
      parameters: ownField(call, 'parameters'),
    }));
    const malformed =
      !hasTypedFields(message) ||
      !Array.isArray(claimed) ||
      end !== -1 ||
      !calls.every(({ name, parameters }) => typeof name === 'string' && isJsonObject(parameters));
    return { step, message, calls, malformed };
  });
}

const TEXTS = ['user', 'think', 'response'];
const LISTS = ['tool_call', 'obs'];

/**
 * Whether every field that is there has the type that ORO's model of a message declares. Its scorer ends on any other and
 * the whole problem is lost there; here it counts, so the flag tells a contestant.
 */
function hasTypedFields(message: JsonObject): boolean {
  const given = (key: string): unknown => ownField(message, key);
  return (
    TEXTS.every((key) => given(key) === undefined || typeof given(key) === 'string') &&
    LISTS.every((key) => {
      const value = given(key);
      return value === undefined || (Array.isArray(value) && value.every(isJsonObject));
    })
  );
}
