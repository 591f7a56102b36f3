import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { versionStatusQuery } from '../../api/versions-queries.ts';
import { QueryView } from '../../parts/query-view.tsx';
import { WhoDecides } from '../agent/who-decides.tsx';

/** The follow rates of the version that made the attempt. */
export function VersionProbes({ versionId }: { readonly versionId: string }) {
  return (
    <>
      <h3 className="attempt-subhead">Probes of this version</h3>
      <QueryView query={useQuery(versionStatusQuery(versionId))} what="the probes of this version">
        {({ agency }) => <WhoDecides agency={agency} />}
      </QueryView>
      <Link to="/agents/$versionId" params={{ versionId }}>
        About this version
      </Link>
    </>
  );
}
