import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface CompareLinkProps {
  readonly versionId: string;
  readonly otherId: string;
  /** The tab to open, if not the problems. */
  readonly show?: 'code';
  readonly children: ReactNode;
}

/** Link to two versions side by side, which leads on to their attempts and the diff of their code. */
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
