import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import type { StoredFile } from '../tables/arena-tables.ts';
import type { CheckResult, ExaminedArena, Finding } from './finding.ts';

const MANIFEST = 'manifest.json';
const publishedSchema = z.object({ manifest_sha256: z.string() });
const RESTORE = 'Restore the database from a backup; the tables of the corpus are not as they were published.';

/** Checks releases of the corpus and withdrawals from it against the public ledger and the release files. */
export async function checkCorpus(arena: ExaminedArena, { quick }: { readonly quick: boolean }): Promise<CheckResult> {
  const { reader } = arena.database;
  const releases = await reader.selectFrom('corpus_releases').selectAll().orderBy('release_number').execute();
  const withdrawals = await reader
    .selectFrom('corpus_withdrawals as withdrawal')
    .leftJoin('agent_versions as version', 'version.agent_version_id', 'withdrawal.agent_version_id')
    .select(['withdrawal.agent_version_id', 'withdrawal.hotkey', 'version.hotkey as owner'])
    .execute();
  const events = await reader
    .selectFrom('events')
    .select(['what', 'subject', 'data'])
    .where('what', 'in', ['corpus.published', 'corpus.withdrawn'])
    .execute();
  const told = new Map(events.map(({ what, subject, data }) => [`${what} ${subject}`, data]));
  const findings: Finding[] = [];
  const find = (subject: string, what: string): void => {
    findings.push({ subject, what, fault: 'operator', action: RESTORE });
  };
  for (const [place, release] of releases.entries()) {
    const subject = `corpus release ${release.release_number}`;
    if (release.release_number !== place + 1) find(subject, `It is at the position of release ${place + 1}.`);
    const published = publishedSchema.safeParse(told.get(`corpus.published corpus ${release.release_number}`));
    if (!published.success) find(subject, 'The public ledger has no event for it.');
    else if (published.data.manifest_sha256 !== release.manifest_sha256)
      find(subject, 'The public ledger names another manifest.');
    const manifest = release.files.find(({ name }) => name === MANIFEST);
    if (manifest?.sha256 !== release.manifest_sha256) find(subject, 'Its manifest is not the one that was published.');
    for (const file of quick ? [] : release.files) {
      if (await isWhole(arena, file)) continue;
      find(subject, `The parts of ${file.name} do not form the file that was published.`);
    }
  }
  const numbers = new Set(releases.map(({ release_number }) => `corpus.published corpus ${release_number}`));
  for (const key of told.keys()) {
    if (key.startsWith('corpus.published') && !numbers.has(key))
      find(key.slice('corpus.published '.length), 'The public ledger names this release, but it is missing.');
  }
  for (const { agent_version_id, hotkey, owner } of withdrawals) {
    const subject = `version ${agent_version_id}`;
    if (owner !== hotkey) find(subject, `It was withdrawn from the corpus by ${hotkey}, who did not submit it.`);
    if (!told.has(`corpus.withdrawn ${subject}`)) find(subject, 'The public ledger has no event for its withdrawal.');
  }
  const withdrawn = new Set(withdrawals.map((row) => `corpus.withdrawn version ${row.agent_version_id}`));
  for (const key of told.keys()) {
    if (key.startsWith('corpus.withdrawn') && !withdrawn.has(key))
      find(
        key.slice('corpus.withdrawn '.length),
        'Its contestant withdrew it from the corpus, but the database has no record of it.',
      );
  }
  return { examined: releases.length + withdrawals.length, findings };
}

async function isWhole({ blobs }: ExaminedArena, { parts, bytes, sha256 }: StoredFile): Promise<boolean> {
  const hash = createHash('sha256');
  let length = 0;
  for (const part of parts) {
    try {
      const read = await blobs.get(part);
      hash.update(read);
      length += read.length;
    } catch (error) {
      // Missing or damaged parts are reported as separate findings.
      if (Fault.isInstance(error) && error.code === 'EVIDENCE_CORRUPT') return true;
      throw error;
    }
  }
  return length === bytes && hash.digest('hex') === sha256;
}
