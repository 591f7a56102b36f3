import type { FaultCode } from '../../fault/fault-table.ts';
import type { AnswerChange, AnsweredBy } from '../../inference/inference.ts';
import type { CallKind, CallRecovery, CallUsage, Replayed } from '../calls/call.ts';
import type { GatewayFault } from '../gateway.ts';

/** The answer to the agent and the fields recorded with it. */
export interface Answer {
  readonly kind: CallKind;
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
  readonly retryAfterSeconds?: number;
  readonly usage?: CallUsage | null;
  readonly answeredBy?: AnsweredBy;
  readonly changed?: AnswerChange | undefined;
  readonly price?: number | null;
  readonly trouble?: CallRecovery;
  readonly replayed?: Replayed;
  readonly departed?: true;
  readonly fault?: Pick<GatewayFault, 'code' | 'message' | 'confirmedBy'>;
  /** Called after the call was recorded, with `false` if recording failed. */
  readonly settle?: (recorded: boolean) => Promise<void>;
}

export function jsonAnswer(kind: CallKind, status: number, body: unknown, fault?: Answer['fault']): Answer {
  return { kind, status, body: JSON.stringify(body), ...(fault && { fault }) };
}

/** Rejects a request before it reaches a search or a model. */
export function refusal(status: number, error: string, fault?: FaultCode): Answer {
  return jsonAnswer('refused', status, { error }, fault && { code: fault, message: error });
}

export const FORBIDDEN = refusal(403, 'forbidden');

/** Recorded but never sent, because the connection is closed. */
export function clientDisconnected(kind: CallKind): Answer {
  return jsonAnswer(kind, 499, { error: 'The gateway closed the connection before there was an answer.' });
}
