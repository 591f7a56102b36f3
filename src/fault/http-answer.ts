import { Fault } from './fault.ts';
import { httpStatusOf } from './fault-table.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly body: { readonly detail: string; readonly error_code: string };
}

/**
 * Error response of a server on this machine. A defect of ours is reported only as `failed`; errors of the framework
 * keep their message.
 */
export function httpAnswerOf(error: unknown, failed: string): HttpAnswer {
  if (Fault.isInstance(error)) return faultAnswer(error);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (!(error instanceof Error) || !(status >= 400 && status < 500))
    return { status: 500, body: { detail: failed, error_code: 'INTERNAL' } };
  return { status, body: { detail: error.message, error_code: 'BAD_REQUEST' } };
}

export function faultAnswer({ code, message, remedy }: Fault): HttpAnswer {
  const detail = [message, remedy].filter(Boolean).join(' ');
  return { status: httpStatusOf(code), body: { detail, error_code: code } };
}
