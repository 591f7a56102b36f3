import type { FailureWire } from '../../../src/board/wire.ts';
import { isFaultCode, ownerOf } from '../../../src/fault/fault-table.ts';
import { ownField } from '../../../src/json/json-object.ts';

interface FailedResult {
  /** Older arenas leave it out. */
  readonly failure?: FailureWire | null | undefined;
  /** With words only for readers who may see what was requested. Written by a validator, so it may hold anything. */
  readonly score_components?: unknown;
}

/**
 * Why a result failed, for every page that shows it: the arena's closed list of reasons, made precise by the
 * validator's words where the reader gets them. `null` for a success.
 */
export function failureOf({ failure, score_components: components }: FailedResult): FailureWire | null {
  if (failure === null) return null;
  const said = textIn(components, 'failure');
  if (failure !== undefined) return failure.code === null && said !== null ? { ...failure, reason: said } : failure;
  const code = textIn(components, 'fault_code');
  if (code === null) return said === null ? null : { owner: 'agent', code, reason: said };
  return { owner: faultOwner(code), code, reason: code.toLowerCase().replaceAll('_', ' ') };
}

/** The same as text, where no markup is possible. */
export function failureText({ code, reason }: FailureWire): string {
  return code === null ? reason : `${reason} (${code})`;
}

/** The owner of a failure by its code; `null` for an unknown code. */
export function faultOwner(code: string): FailureWire['owner'] {
  const owner = isFaultCode(code) ? ownerOf(code) : 'caller';
  return owner === 'caller' ? null : owner;
}

function textIn(components: unknown, key: string): string | null {
  const text = ownField(components, key);
  return typeof text === 'string' ? text : null;
}
