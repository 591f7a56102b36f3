import { appendEvent, type JsonValue, json, type Reader } from '../../store/database.ts';
import { counted } from '../../text/counted.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables, StoredFile } from '../tables/arena-tables.ts';

/** A release as stored: the contents of its page, and the location of its files in the blob store. */
export interface StoredRelease {
  /** Counted from 1. */
  readonly number: number;
  readonly name: string;
  readonly publishedAt: number;
  readonly manifestSha256: string;
  readonly summary: JsonValue;
  readonly files: readonly StoredFile[];
}

/** Makes this release the current one on the site. Its files must already be in the blob store. */
export async function recordRelease(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  { name, publishedAt, manifestSha256, summary, files }: Omit<StoredRelease, 'number'>,
  { who, rows }: { readonly who: string; readonly rows: number },
): Promise<number> {
  return await database.withTransaction(async (transaction) => {
    const last = await transaction
      .selectFrom('corpus_releases')
      .select(({ fn }) => fn.max('release_number').as('number'))
      .executeTakeFirst();
    const number = (last?.number ?? 0) + 1;
    await transaction
      .insertInto('corpus_releases')
      .values({
        release_number: number,
        name,
        published_at: publishedAt,
        manifest_sha256: manifestSha256,
        summary: json(summary),
        files: json(files),
      })
      .execute();
    await appendEvent(transaction, {
      who,
      what: 'corpus.published',
      when: now(),
      why: `Release ${name} of the corpus has ${counted(rows, 'row')}.`,
      subject: `corpus ${number}`,
      data: { release_number: number, name, rows, manifest_sha256: manifestSha256 },
    });
    return number;
  });
}

export async function newestReleaseNumber(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
): Promise<number | undefined> {
  const newest = await reader
    .selectFrom('corpus_releases')
    .select(({ fn }) => fn.max('release_number').as('number'))
    .executeTakeFirst();
  return newest?.number ?? undefined;
}

export async function readRelease(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  number: number,
): Promise<StoredRelease> {
  const row = await reader
    .selectFrom('corpus_releases')
    .selectAll()
    .where('release_number', '=', number)
    .executeTakeFirstOrThrow();
  return {
    number: row.release_number,
    name: row.name,
    publishedAt: row.published_at,
    manifestSha256: row.manifest_sha256,
    summary: row.summary,
    files: row.files,
  };
}
