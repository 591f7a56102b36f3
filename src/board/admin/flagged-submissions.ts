import type { Arena } from '../../arena/arena.ts';
import { readPage } from '../paging/read-page.ts';
import type { FlaggedWire } from '../wire/admin-likeness-wire.ts';
import { findingToWire } from '../wire/finding-wire.ts';
import type { PageQuery } from '../wire/paging.ts';
import { readComparedVersions } from './compared-version.ts';

/** Submissions for the operator to review, newest first, with their findings. */
export async function flaggedSubmissions(
  { database }: Pick<Arena, 'database'>,
  query: PageQuery,
): Promise<FlaggedWire> {
  return await database.withSnapshot(async (reader) => {
    const list = reader
      .selectFrom('agent_versions as version')
      .select(['version.agent_version_id', 'version.findings'])
      .select(({ selectFrom }) => [
        selectFrom('near_copies')
          .select(({ fn }) => fn.countAll<number>().as('copies'))
          .whereRef('near_copies.agent_version_id', '=', 'version.agent_version_id')
          .as('copies'),
        selectFrom('near_copies')
          .select(({ fn }) => fn.max<number | null>('shared_share').as('share'))
          .whereRef('near_copies.agent_version_id', '=', 'version.agent_version_id')
          .as('share'),
      ])
      .where('version.is_flagged', '=', true)
      .orderBy('version.submitted_at', 'desc')
      .orderBy('version.agent_version_id');
    const { rows, ...page } = await readPage(list, query);
    const sides = await readComparedVersions(
      reader,
      rows.map(({ agent_version_id }) => agent_version_id),
    );
    return {
      ...page,
      submissions: rows.map((row) => ({
        ...sides.get(row.agent_version_id)!.side,
        findings: row.findings.map(findingToWire),
        near_copies: row.copies ?? 0,
        highest_shared_share: row.share,
      })),
    };
  });
}
