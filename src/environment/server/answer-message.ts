import type { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { ownField, textOf } from '../../json/json-object.ts';
import type { EnvironmentSession } from '../session/environment-session.ts';
import { readAction, resetSchema } from '../session/session-wire.ts';

/** OpenEnv's error codes. */
export type SocketErrorCode =
  | 'INVALID_JSON'
  | 'UNKNOWN_TYPE'
  | 'VALIDATION_ERROR'
  | 'EXECUTION_ERROR'
  | 'CAPACITY_REACHED'
  | 'SESSION_ERROR';

const ACTION_FORMS =
  'An action is an answer of a model ({"content": …, "tool_calls": […]}), {"type": "call_tool", "tool_name": …, "arguments": {…}} or {"type": "list_tools"}.';

/** Answers one message of OpenEnv's session protocol; `null` if the client ends the session. Never throws. */
export async function answerMessage(
  session: EnvironmentSession,
  message: unknown,
  onDefect: (error: unknown) => void,
): Promise<string | null> {
  const type = textOf(ownField(message, 'type')) ?? '';
  try {
    switch (type) {
      case 'reset':
        return text('observation', session.reset(readReset(ownField(message, 'data') ?? {})));
      case 'step': {
        const action = readAction(ownField(message, 'data'));
        if (action === undefined) return errorText('VALIDATION_ERROR', `This is not an action. ${ACTION_FORMS}`);
        return text('observation', await session.step(action));
      }
      case 'state':
        return text('state', session.state());
      case 'close':
        return null;
      default:
        return errorText(
          'UNKNOWN_TYPE',
          `Unknown message type ${JSON.stringify(type.slice(0, 100))}; there are reset, step, state and close.`,
        );
    }
  } catch (error) {
    if (Fault.isInstance(error)) {
      const isCaller = error.owner === 'caller';
      const said = [error.message, error.remedy].filter(Boolean).join(' ');
      return errorText(isCaller ? 'VALIDATION_ERROR' : 'EXECUTION_ERROR', said);
    }
    onDefect(error);
    return errorText('EXECUTION_ERROR', 'The environment failed. The episode does not count; reset and try again.');
  }
}

export function readReset(data: unknown): z.infer<typeof resetSchema> {
  const read = resetSchema.safeParse(data);
  if (read.success) return read.data;
  throw new Fault('INPUT_INVALID', {
    message: `The parameters of reset are invalid: ${describeIssue(read.error)}.`,
    remedy: `Reset takes ${Object.keys(resetSchema.shape).join(', ')}.`,
  });
}

export function errorText(code: SocketErrorCode, message: string): string {
  return text('error', { message, code });
}

function text(type: string, data: unknown): string {
  return JSON.stringify({ type, data });
}
