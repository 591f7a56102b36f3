import { Link } from '@tanstack/react-router';
import { HostileText } from '../../parts/hostile-text.tsx';
import './race.css';

interface RacerLinkProps {
  readonly versionId: string;
  readonly name: string | undefined;
  readonly version?: number;
}

/** Link to an agent by its name, which the contestant chose. */
export function RacerLink({ versionId, name, version }: RacerLinkProps) {
  return (
    <Link to="/agents/$versionId" params={{ versionId }} className="race-racer">
      {name === undefined ? <code>{versionId.slice(0, 8)}</code> : <HostileText text={name} limit={100} oneLine />}
      {version !== undefined && ` v${version}`}
    </Link>
  );
}
