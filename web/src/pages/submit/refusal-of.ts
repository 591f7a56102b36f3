import type { FindingWire } from '../../../../src/board/wire.ts';
import { listOf, numberOf, objectOf, textOf } from '../../../../src/json/json-object.ts';
import { ArenaError } from '../../api/arena-error.ts';

/** What a contestant needs to know about a rejected submission. */
export interface ShownRefusal {
  readonly message: string;
  readonly remedy: string | undefined;
  readonly findings: readonly FindingWire[];
  readonly omitted: number;
  /** Seconds until the next submission is possible. */
  readonly remainingSeconds: number | undefined;
  /** The version that has this very file already. */
  readonly versionId: string | undefined;
}

export function refusalOf(error: Error): ShownRefusal {
  const { message } = error;
  if (!(error instanceof ArenaError)) {
    return { message, remedy: undefined, findings: [], omitted: 0, remainingSeconds: undefined, versionId: undefined };
  }
  const { violations, omitted, remaining_seconds: seconds, agent_version_id: versionId } = objectOf(error.body);
  return {
    message,
    remedy: error.remedy,
    findings: listOf(violations) as readonly FindingWire[],
    omitted: numberOf(omitted) ?? 0,
    remainingSeconds: typeof seconds === 'number' && seconds > 0 ? seconds : undefined,
    versionId: textOf(versionId),
  };
}
