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
      !Array.isArray(claimed) ||
      end !== -1 ||
      !calls.every(({ name, parameters }) => typeof name === 'string' && isJsonObject(parameters)) ||
      !isTextIfThere(message, 'think') ||
      !isTextIfThere(message, 'response');
    return { step, message, calls, malformed };
  });
}

function isTextIfThere(message: JsonObject, key: string): boolean {
  const value = ownField(message, key);
  return value === undefined || typeof value === 'string';
}
