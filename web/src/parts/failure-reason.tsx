import type { FailureWire } from '../../../src/board/wire.ts';
import { Badge, type Tone } from './badge.tsx';
import { HostileText } from './hostile-text.tsx';

const TONES: Readonly<Record<NonNullable<FailureWire['owner']>, Tone>> = {
  agent: 'bad',
  validator: 'ours',
  platform: 'ours',
};

export function OwnerBadge({ owner }: Pick<FailureWire, 'owner'>) {
  return <Badge tone={owner === null ? 'quiet' : TONES[owner]}>{owner ?? 'unknown owner'}</Badge>;
}

interface FailureReasonProps {
  readonly failure: FailureWire;
  /** False where the place already names the owner. */
  readonly showsOwner?: boolean;
}

/** Why an attempt or run failed: the owner, the reason and its code, in the same form on every page. */
export function FailureReason({ failure: { owner, code, reason }, showsOwner = true }: FailureReasonProps) {
  return (
    <>
      {showsOwner && (
        <>
          <OwnerBadge owner={owner} />{' '}
        </>
      )}
      <HostileText text={reason} limit={400} oneLine />
      {code !== null && (
        <>
          {' '}
          <code>
            <HostileText text={code} limit={60} oneLine />
          </code>
        </>
      )}
    </>
  );
}
