import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface CompareLinkProps {
  readonly versionId: string;
  readonly otherId: string;
  /** The part of the comparison to begin with, if not the problems. */
  readonly show?: 'code';
  readonly children: ReactNode;
}

/** To two versions side by side, and from there to their attempts and the diff of their code. */
export function CompareLink({ versionId, otherId, show, children }: CompareLinkProps) {
  return (
    <Link
      to="/agents/$versionId/compare/$otherId"
      params={{ versionId, otherId }}
      search={show === undefined ? {} : { show }}
      className="compare-link"
    >
      {children}
    </Link>
  );
}
