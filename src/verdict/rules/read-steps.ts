import { isJsonObject, type JsonObject, ownField } from '../../json/json-object.ts';

/** A tool call as the agent reports it. */
interface ClaimedCall {
  readonly name: unknown;
  readonly parameters: unknown;
}

export interface ReadStep {
  /** The original step. */
  readonly step: unknown;
  /** `undefined` if there is no such object. */
  readonly message: JsonObject | undefined;
  /** The calls before the first entry that is not a call. The reference scorer stops there and keeps these. */
  readonly calls: readonly ClaimedCall[];
  /** Whether anything in the step does not have the expected form. */
  readonly malformed: boolean;
}

/** Reads as much as possible from steps of any shape. */
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
 * Whether every field present has the type that ORO's model of a message declares. ORO's scorer fails on any other
 * type, and the whole problem is lost. Here it still counts, and the flag warns the contestant.
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
