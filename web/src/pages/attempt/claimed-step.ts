import { isJsonObject, ownField } from '../../../../src/json/json-object.ts';
import { readSteps } from '../../../../src/verdict/browser.ts';

/** A tool call as the agent claims it. */
export interface ClaimedCall {
  readonly name: string;
  readonly parameters: unknown;
  /** `undefined` if the agent claims no result. */
  readonly result: unknown;
}

/** A step of the dialogue that the agent returned. */
export interface ClaimedStep {
  /** Numbered from 1; the agent's own numbering is ignored. */
  readonly number: number;
  readonly think: string | null;
  readonly response: string | null;
  readonly calls: readonly ClaimedCall[];
  /** Whether something in it does not have the form of a step. */
  readonly malformed: boolean;
}

/** Limit on the steps read; more than an attempt within the arena's limits needs. */
const MOST_STEPS = 5_000;

/** Reads a dialogue of any shape, as far as the scorers read it. `null` if it is not a list. */
export function claimedSteps(dialogue: unknown): readonly ClaimedStep[] | null {
  if (!Array.isArray(dialogue)) return null;
  return readSteps(dialogue.slice(0, MOST_STEPS)).map(({ message, calls, malformed }, index) => {
    const told = ownField(message, 'tool_call');
    return {
      number: index + 1,
      think: textOf(ownField(message, 'think')),
      response: textOf(ownField(message, 'response')),
      calls: calls.map(({ name, parameters }, place) => ({
        name: typeof name === 'string' ? name : JSON.stringify(name),
        parameters: isJsonObject(parameters) ? parameters : (parameters ?? {}),
        result: Array.isArray(told) ? ownField(told[place], 'result') : undefined,
      })),
      malformed,
    };
  });
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
