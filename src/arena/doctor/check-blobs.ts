import { Fault } from '../../fault/fault.ts';
import { ConcurrencyLimit } from '../../net/concurrency-limit.ts';
import type { CheckResult, ExaminedArena, Finding } from './finding.ts';

/** Several requests at once, because each one waits for object storage. */
const AT_ONCE = 8;
const PAGE = 1_000;

interface NamedBlob {
  readonly sha256: string;
  /** Unknown for parts of files. */
  readonly bytes?: number;
  readonly subject: string;
  readonly lost: string;
}

export interface BlobCheckOptions {
  /** Checks only existence and size and does not read the contents. */
  readonly quick: boolean;
  readonly onExamined?: ((examined: number) => void) | undefined;
}

/** Finds blobs that the database refers to and that are missing, or whose content does not match their hash. */
export async function checkBlobs(arena: ExaminedArena, { quick, onExamined }: BlobCheckOptions): Promise<CheckResult> {
  const limit = new ConcurrencyLimit(AT_ONCE);
  const seen = new Set<string>();
  const findings: Finding[] = [];
  const examine = async (named: NamedBlob): Promise<void> => {
    const flaw = await (quick ? missing(arena, named) : damage(arena, named));
    if (flaw === undefined) return;
    const action = `Restore it from a backup of the blob store. Without it ${named.lost}.`;
    findings.push({ subject: named.subject, what: flaw, fault: 'operator', action });
  };
  for await (const page of namedBlobs(arena)) {
    const fresh = page.filter(({ sha256 }) => !seen.has(sha256) && seen.add(sha256));
    await Promise.all(fresh.map((named) => limit.run(() => examine(named))));
    onExamined?.(seen.size);
  }
  return { examined: seen.size, findings };
}

async function missing({ blobs }: ExaminedArena, { sha256, bytes }: NamedBlob): Promise<string | undefined> {
  const size = await blobs.size(sha256);
  if (size === undefined) return `Blob ${sha256} is missing: there is no ${blobs.placeOf(sha256)}.`;
  if (bytes === undefined || size === bytes) return undefined;
  return `Blob ${sha256} has ${size} bytes where the database says ${bytes}.`;
}

/** Reading a blob compares its bytes with its hash. */
async function damage({ blobs }: ExaminedArena, { sha256, bytes }: NamedBlob): Promise<string | undefined> {
  try {
    const { length } = await blobs.get(sha256);
    if (bytes === undefined || length === bytes) return undefined;
    return `Blob ${sha256} has ${length} bytes where the database says ${bytes}.`;
  } catch (error) {
    if (Fault.isInstance(error) && error.code === 'EVIDENCE_CORRUPT') return error.message;
    throw error;
  }
}

async function* namedBlobs({ database: { reader } }: ExaminedArena): AsyncGenerator<readonly NamedBlob[]> {
  for (let last = ''; ; ) {
    const page = await reader
      .selectFrom('agent_versions')
      .select(['agent_version_id', 'code_sha256', 'code_bytes'])
      .where('agent_version_id', '>', last)
      .orderBy('agent_version_id')
      .limit(PAGE)
      .execute();
    yield page.map(({ agent_version_id, code_sha256, code_bytes }) => ({
      sha256: code_sha256,
      bytes: code_bytes,
      subject: `code of version ${agent_version_id}`,
      lost: 'no validator can run the version',
    }));
    if (page.length < PAGE) break;
    last = page.at(-1)!.agent_version_id;
  }
  for (let last = ''; ; ) {
    const page = await reader
      .selectFrom('uploads')
      .select(['upload_key', 'run_id', 'sha256', 'content_length'])
      .where('sha256', 'is not', null)
      .where('upload_key', '>', last)
      .orderBy('upload_key')
      .limit(PAGE)
      .execute();
    yield page.map(({ run_id, sha256, content_length }) => ({
      sha256: sha256!,
      bytes: content_length,
      subject: `upload of run ${run_id}`,
      lost: 'the run cannot be audited, shown or used in the corpus',
    }));
    if (page.length < PAGE) break;
    last = page.at(-1)!.upload_key;
  }
  const releases = await reader.selectFrom('corpus_releases').select(['release_number', 'files']).execute();
  for (const { release_number, files } of releases) {
    yield files.flatMap(({ name, parts }) =>
      parts.map((sha256) => ({
        sha256,
        subject: `${name} of corpus release ${release_number}`,
        lost: 'the file cannot be downloaded, and the next release cannot be built',
      })),
    );
  }
}
