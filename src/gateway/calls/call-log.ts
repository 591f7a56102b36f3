import { Fault } from '../../fault/fault.ts';
import { type FaultCode, ownerOf } from '../../fault/fault-table.ts';
import type { GatewayFault, GatewayTotals } from '../gateway.ts';
import type { Answer } from '../http/answer.ts';
import { recordedBody } from '../http/recorded-body.ts';
import { CALL_KINDS, type CallKind } from './call.ts';
import type { CallRecorder } from './call-recorder.ts';

/** A request that has arrived completely. */
export interface ArrivedRequest {
  readonly time: Date;
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  /** In the form of `Call.request`. */
  readonly request: unknown;
  /** The body that `request` was read from. Empty if there was none. */
  readonly body: Uint8Array | string;
}

/** The record of an attempt: calls go to the recorder, totals and faults are kept here. */
export class CallLog {
  readonly #recorder: CallRecorder;
  readonly #faults: GatewayFault[] = [];
  readonly #calls = Object.fromEntries(CALL_KINDS.map((kind) => [kind, 0])) as Record<CallKind, number>;
  #promptTokens = 0;
  #completionTokens = 0;
  #spent = 0;
  #evidenceBytes = 0;
  #broken = false;

  constructor(recorder: CallRecorder) {
    this.#recorder = recorder;
  }

  /** A call could not be recorded. No later call is recorded or answered, because the evidence would have a gap. */
  get broken(): boolean {
    return this.#broken;
  }

  get faults(): readonly GatewayFault[] {
    return [...this.#faults];
  }

  get totals(): GatewayTotals {
    return {
      calls: { ...this.#calls },
      promptTokens: this.#promptTokens,
      completionTokens: this.#completionTokens,
      spentMicrodollars: this.#spent,
      evidenceBytes: this.#evidenceBytes,
    };
  }

  /** Resolves to the number of bytes recorded; `null` if recording failed, and then the answer must not be sent. */
  async keep({ body, ...arrived }: ArrivedRequest, answer: Answer, milliseconds: number): Promise<number | null> {
    if (this.#broken) return null;
    const { usage = null, price = null, answeredBy, changed, trouble, replayed, departed, fault } = answer;
    try {
      const unchained = {
        ...arrived,
        time: arrived.time.toISOString(),
        kind: answer.kind,
        status: answer.status,
        response: recordedBody(answer.body).recorded,
        // In microseconds, which distinguishes recordings of different validators.
        duration_ms: Math.max(0, Math.round(milliseconds * 1_000) / 1_000),
        ...(answeredBy && { answered_by: answeredBy }),
        ...(changed && { changed }),
        ...(trouble && { trouble }),
        ...(replayed && { replayed }),
        ...(departed && { departed }),
        usage,
        price_microdollars: price,
        fault: fault?.code ?? null,
      };
      const { call, bytes } = await this.#recorder.record(unchained, { request: body, response: answer.body });
      this.#calls[answer.kind]++;
      this.#promptTokens += usage?.prompt_tokens ?? 0;
      this.#completionTokens += usage?.completion_tokens ?? 0;
      this.#spent += price ?? 0;
      this.#evidenceBytes += bytes;
      if (fault !== undefined) this.remember(fault.code, fault.message, call.sequence, fault.confirmedBy);
      return bytes;
    } catch (error) {
      this.#broken = true;
      const code = Fault.isInstance(error) && error.owner === 'platform' ? error.code : 'GATEWAY_FAILED';
      this.remember(code, error instanceof Error ? error.message : String(error), null);
      return null;
    }
  }

  remember(code: FaultCode, message: string, sequence: number | null, confirmedBy?: GatewayFault['confirmedBy']): void {
    this.#faults.push({ code, owner: ownerOf(code), sequence, message, ...(confirmedBy && { confirmedBy }) });
  }
}
