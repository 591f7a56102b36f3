import { useQuery } from '@tanstack/react-query';
import { versionStatusQuery } from '../../api/versions-queries.ts';
import { HostileText } from '../../parts/hostile-text.tsx';

/** A version by its name; by the beginning of its id while that is not known. */
export function VersionName({ versionId }: { readonly versionId: string }) {
  const { data } = useQuery(versionStatusQuery(versionId));
  if (data === undefined) return <span className="address">{versionId.slice(0, 8)}</span>;
  return (
    <>
      <HostileText text={data.agent_name} oneLine limit={60} /> v{data.version_number}
    </>
  );
}
