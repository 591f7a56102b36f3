import { useQuery } from '@tanstack/react-query';
import type { VersionStatusWire } from '../../../../src/board/wire.ts';
import { championsQuery } from '../../api/races-queries.ts';
import { CompareLink } from '../../parts/compare-link.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { ProblemGrid } from '../versions/problem-grid.tsx';

/**
 * Compares a version with the champion, problem by problem in qualifying. The champion itself is compared with its
 * predecessor.
 */
export function AgainstChampion({ status }: { readonly status: VersionStatusWire }) {
  const { agent_version_id: versionId } = status;
  const query = useQuery(championsQuery());
  const champions = query.data?.entries ?? [];
  const isChampion = champions[0]?.is_current_top === true && champions[0].agent_version_id === versionId;
  // Newest first. If there is no champion now, a former champion does not take its place.
  const rival = isChampion
    ? champions.find(({ agent_version_id }) => agent_version_id !== versionId)
    : champions.find(({ is_current_top }) => is_current_top);
  const name = isChampion ? 'former champion' : 'champion';
  return (
    <QueryView
      query={query}
      what="the champion"
      isEmpty={() => rival === undefined}
      empty={isChampion ? 'This version is the first champion.' : 'There is no champion now.'}
    >
      {() => (
        <>
          {isChampion && <p>This version is the champion. It is compared with the one before it.</p>}
          <ProblemGrid
            leftId={versionId}
            rightId={rival!.agent_version_id}
            names={['This version', isChampion ? 'Former' : 'Champion']}
            stage={{ phase: 'QUALIFYING' }}
            caption="Qualifying: runs that solved each problem"
          />
          <p className="agent-compare">
            <CompareLink versionId={versionId} otherId={rival!.agent_version_id}>
              Compare everything with the {name}
            </CompareLink>
            <CompareLink versionId={versionId} otherId={rival!.agent_version_id} show="code">
              Diff of the code
            </CompareLink>
          </p>
        </>
      )}
    </QueryView>
  );
}
