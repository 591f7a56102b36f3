import { Fault } from '../../fault/fault.ts';
import { sha256 as hashOf } from '../../store/sha256.ts';
import type { Arena } from '../arena.ts';

export interface ReceivedUpload {
  readonly uploadKey: string;
  readonly sha256: string;
}

/**
 * Accepts the announced bytes. Repeating the same upload is allowed, because answers get lost; other bytes are
 * rejected.
 */
export async function receiveUpload(
  arena: Arena,
  ticket: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<ReceivedUpload> {
  const { database, blobs } = arena;
  const now = arena.now();
  const uploadKey = arena.secret.readTicket('upload', ticket, now);
  const upload =
    uploadKey === undefined
      ? undefined
      : await database.reader.selectFrom('uploads').selectAll().where('upload_key', '=', uploadKey).executeTakeFirst();
  if (upload === undefined) throw refused('This address is invalid or has expired.', 'Ask for a new one.');
  if (contentType !== upload.content_type || bytes.length !== upload.content_length) {
    throw refused(
      `${bytes.length} bytes of ${contentType.slice(0, 100)} were sent where ${upload.content_length} of ${upload.content_type} were announced.`,
      'Send what was announced, or ask for another address.',
    );
  }
  const sha256 = hashOf(bytes);
  if (upload.sha256 === null) {
    await blobs.put(bytes);
    const first = await database.withTransaction(
      async (transaction) =>
        await transaction
          .updateTable('uploads')
          .set({ sha256, stored_at: now })
          .where('upload_key', '=', upload.upload_key)
          .where('sha256', 'is', null)
          .returning('upload_key')
          .executeTakeFirst(),
      { concurrent: true },
    );
    if (first !== undefined) return { uploadKey: upload.upload_key, sha256 };
  }
  const stored = await database.reader
    .selectFrom('uploads')
    .select('sha256')
    .where('upload_key', '=', upload.upload_key)
    .executeTakeFirstOrThrow();
  if (stored.sha256 === sha256) return { uploadKey: upload.upload_key, sha256 };
  throw refused('Other bytes were already uploaded to this address.', 'Ask for another address.');
}

function refused(message: string, remedy: string): Fault {
  return new Fault('UPLOAD_REFUSED', { message, remedy });
}
