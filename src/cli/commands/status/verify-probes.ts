import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type VersionProbesWire, versionProbesSchema } from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { downloadFile } from '../../../client/file-transfer.ts';
import { type RecountedProbes, recountProbes } from '../../../corpus/intake.ts';
import { Fault } from '../../../fault/fault.ts';
import { sha256 } from '../../../store/sha256.ts';
import { askArena } from '../../arena/ask-arena.ts';

type Report = VersionProbesWire['reports'][number];
type Missing = NonNullable<Report['probes'][number]['evidence']['missing']>;

/** Result of checking one report of probe attempts. */
export interface VerifiedReport {
  readonly report: Report;
  /** Why its evidence cannot be read; then nothing was recounted. */
  readonly closed: Missing | null;
  readonly recounted: RecountedProbes | null;
}

const MOST_FILE_BYTES = 32 * 1024 ** 2;
const MOST_TEXT_BYTES = 512 * 1024 ** 2;
const MOST_REPORTS = 100;

const unpack = promisify(gunzip);

/**
 * Downloads the evidence of a version's probe attempts and recounts how often its program followed the model.
 *
 * @param folder Folder for the evidence, one file per attempt, as it was uploaded.
 */
export async function verifyProbes(
  arena: ArenaClient,
  versionId: string,
  signed: boolean,
  folder?: string,
): Promise<readonly VerifiedReport[]> {
  const path = `/v1/public/agent-versions/${versionId}/probes`;
  const query = { limit: MOST_REPORTS };
  const { reports, code_sha256 } = await askArena(arena, { path, query, answer: versionProbesSchema, signed });
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const verified: VerifiedReport[] = [];
  for (const report of reports) verified.push(await verifyReport(report, code_sha256, folder));
  return verified;
}

async function verifyReport(
  report: Report,
  codeSha256: string | null,
  folder: string | undefined,
): Promise<VerifiedReport> {
  const closed = report.probes.map(({ evidence }) => evidence.missing).find((missing) => missing !== null) ?? null;
  if (closed !== null) return { report, closed, recounted: null };
  const texts: string[] = [];
  for (const [index, { evidence }] of report.probes.entries()) {
    const bytes = await downloadFile(evidence.download_url!, { maxBytes: MOST_FILE_BYTES });
    if (sha256(bytes) !== evidence.sha256) {
      throw new Fault('EVIDENCE_CORRUPT', {
        message: `The evidence of a probe in run ${report.eval_run_id} is not the file that the arena names.`,
      });
    }
    if (folder !== undefined) writeFileSync(join(folder, `${report.eval_run_id}-probe-${index + 1}.json.gz`), bytes);
    texts.push((await unpack(bytes, { maxOutputLength: MOST_TEXT_BYTES })).toString('utf8'));
  }
  const recounted = recountProbes(
    {
      runId: report.eval_run_id,
      validator: report.validator_hotkey,
      codeSha256,
      decisions: report.decisions,
      receiptHashes: report.probes.map(({ receipt_hash }) => receipt_hash),
    },
    texts,
  );
  return { report, closed, recounted };
}
