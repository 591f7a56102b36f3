import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import type { Blobs } from '../../store/blobs.ts';
import { readPage } from '../paging/read-page.ts';
import type { NearCopiesQuery, NearCopiesWire } from '../wire/admin-likeness-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import { readComparedVersions } from './compared-version.ts';

/** Enough to see what was copied. */
const MOST_LINES = 200;
const LONGEST_LINE = 400;
const MOST_CODE_BYTES = 16 * 1024 ** 2;

/** Pairs of near-copies, newest first, with their matching lines side by side. */
export async function nearCopyReview(
  { database, blobs }: Pick<Arena, 'database' | 'blobs'>,
  query: NearCopiesQuery,
): Promise<NearCopiesWire> {
  const { rows, sides, ...page } = await database.withSnapshot(async (reader) => {
    const list = pairsWith(reader, query.agent_version_id)
      .selectAll()
      .orderBy('noted_at', 'desc')
      .orderBy('shared_share', 'desc')
      .orderBy('agent_version_id')
      .orderBy('other_version_id');
    const page = await readPage(list, query);
    const ids = page.rows.flatMap(({ agent_version_id, other_version_id }) => [agent_version_id, other_version_id]);
    return { ...page, sides: await readComparedVersions(reader, [...new Set(ids)]) };
  });
  const linesOf = lineReader(blobs);
  const near_copies: NearCopiesWire['near_copies'] = [];
  for (const row of rows) {
    const [version, other] = [sides.get(row.agent_version_id)!, sides.get(row.other_version_id)!];
    const [lines, otherLines] = [await linesOf(version.codeSha256), await linesOf(other.codeSha256)];
    near_copies.push({
      version: version.side,
      other: other.side,
      shared_share: row.shared_share,
      noted_at: toTimestamp(row.noted_at),
      matching_lines: row.line_pairs.slice(0, MOST_LINES).map(([line, otherLine]) => ({
        line,
        text: lines?.[line - 1]?.slice(0, LONGEST_LINE) ?? null,
        other_line: otherLine,
        other_text: otherLines?.[otherLine - 1]?.slice(0, LONGEST_LINE) ?? null,
      })),
      omitted: Math.max(0, row.line_pairs.length - MOST_LINES),
    });
  }
  return { ...page, near_copies };
}

/** All pairs, or those with this version on either side. */
function pairsWith(reader: ArenaQueries, versionId: string | undefined) {
  const pairs = reader.selectFrom('near_copies');
  if (versionId === undefined) return pairs;
  return pairs.where(({ eb, or }) =>
    or([eb('agent_version_id', '=', versionId), eb('other_version_id', '=', versionId)]),
  );
}

/** Reads each file once. If a file is gone, its side has no text, so that the page still answers. */
function lineReader(blobs: Blobs): (sha256: string) => Promise<readonly string[] | undefined> {
  const read = new Map<string, readonly string[] | undefined>();
  return async (sha256) => {
    if (!read.has(sha256)) {
      const found = await blobs.inspect(sha256, MOST_CODE_BYTES);
      read.set(sha256, found && new TextDecoder().decode(found.bytes).split(/\r\n|\r|\n/));
    }
    return read.get(sha256);
  };
}
