import { useQuery } from '@tanstack/react-query';
import { versionStatusQuery } from '../../api/versions-queries.ts';
import { HostileText } from '../../parts/hostile-text.tsx';

/** A version's name, or the beginning of its id until the name is loaded. */
export function VersionName({ versionId }: { readonly versionId: string }) {
  const { data } = useQuery(versionStatusQuery(versionId));
  if (data === undefined) return <span className="address">{versionId.slice(0, 8)}</span>;
  return (
    <>
      <HostileText text={data.agent_name} oneLine limit={60} /> v{data.version_number}
    </>
  );
}
