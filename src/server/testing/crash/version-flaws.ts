import { z } from 'zod';
import type { Blobs } from '../../../store/blobs.ts';
import type { ArenaReader } from './arena-reader.ts';
import type { ClientKnowledge } from './client-knowledge.ts';

const receiptSchema = z.object({ accepted: z.object({ agent_version_id: z.string() }) });

/** Where versions, their files and their receipts differ from what was acknowledged to contestants. */
export async function versionFlaws(
  reader: ArenaReader,
  blobs: Blobs,
  { versions: knowledge }: ClientKnowledge,
): Promise<string[]> {
  const versions = await reader
    .selectFrom('agent_versions as version')
    .leftJoin('work_items as item', 'item.agent_version_id', 'version.agent_version_id')
    .leftJoin('entries', 'entries.agent_version_id', 'version.agent_version_id')
    .select(['version.agent_version_id', 'version.hotkey', 'version.code_sha256'])
    .select(['item.work_item_id', 'entries.suite_id'])
    .execute();
  const receipts = await reader.selectFrom('submission_receipts').selectAll().execute();
  const known = new Map(versions.map((row) => [row.agent_version_id, row]));
  const flaws = versions.flatMap((row) => {
    if (row.work_item_id === null) return [`Version ${row.agent_version_id}: nobody is asked to run it.`];
    return row.suite_id === null ? [`Version ${row.agent_version_id}: it is entered nowhere.`] : [];
  });
  if (known.size !== versions.length) flaws.push('A version is queued or entered more than once.');
  if (receipts.length !== versions.length) {
    flaws.push(`There are ${versions.length} versions, and ${receipts.length} were answered for.`);
  }
  const answered = new Map(receipts.map((row) => [row.idempotency_key, row]));
  for (const { idempotency_key: key, hotkey } of receipts) {
    if (knowledge.get(key)?.contestant !== hotkey) flaws.push(`Key ${key}: ${hotkey} never sent it.`);
  }
  for (const [key, { contestant, sha256, versionId }] of knowledge) {
    const receipt = answered.get(key);
    if (receipt === undefined) {
      if (versionId !== undefined) flaws.push(`Key ${key}: version ${versionId} was acknowledged, and is forgotten.`);
      continue;
    }
    const kept = receiptSchema.parse(receipt.answer).accepted.agent_version_id;
    const row = known.get(versionId ?? kept);
    if (row === undefined) flaws.push(`Key ${key}: version ${versionId ?? kept} is not there.`);
    else if (row.hotkey !== contestant || row.code_sha256 !== sha256 || row.agent_version_id !== kept) {
      flaws.push(`Key ${key}: version ${row.agent_version_id} is another than was acknowledged.`);
    }
  }
  for (const { agent_version_id, code_sha256 } of known.values()) {
    // Reading a blob compares its bytes with its hash.
    const read = await blobs.get(code_sha256).then(
      () => true,
      () => false,
    );
    if (!read) flaws.push(`Version ${agent_version_id}: its file is not there.`);
  }
  return flaws;
}

/** Acknowledged logs that are missing. */
export async function logFlaws(reader: ArenaReader, blobs: Blobs, { logs }: ClientKnowledge): Promise<string[]> {
  const rows = await reader.selectFrom('uploads').select(['upload_key', 'sha256', 'stored_at']).execute();
  const kept = new Map(rows.map((row) => [row.upload_key, row]));
  const flaws: string[] = [];
  for (const [key, sha256] of logs) {
    const row = kept.get(key);
    if (row?.sha256 !== sha256 || row.stored_at === null) flaws.push(`Log ${key}: it was taken, and is not there.`);
    else if (!(await blobs.has(sha256))) flaws.push(`Log ${key}: its bytes are not there.`);
  }
  return flaws;
}
