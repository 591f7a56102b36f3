import type { FindingWire } from '../../../../src/board/wire.ts';
import { listOf, numberOf, objectOf, textOf } from '../../../../src/json/json-object.ts';
import { ArenaError } from '../../api/arena-error.ts';

/** What a contestant must know of a submission that was not taken. */
export interface ShownRefusal {
  readonly message: string;
  readonly remedy: string | undefined;
  readonly findings: readonly FindingWire[];
  readonly omitted: number;
  /** Until the next submission. */
  readonly remainingSeconds: number | undefined;
  /** This very file is in already, as this version. */
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
