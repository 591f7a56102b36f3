import {
  type EvidenceFile,
  MAX_EVIDENCE_FILE_BYTES,
  verifyEvidenceFile,
} from '../../../attempt/verify-evidence-file.ts';
import { type AttemptLogWire, type AttemptPageWire, attemptPageSchema } from '../../../board/wire.ts';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { downloadFile } from '../../../client/file-transfer.ts';
import { askArena } from '../../arena/ask-arena.ts';

/** An attempt as an arena shows it to the caller. */
export interface ArenaAttempt {
  readonly page: AttemptPageWire;
  /** Recorded evidence; `null` if it cannot be read, and `flaw` says why. */
  readonly evidence: EvidenceFile | null;
  readonly flaw: string | null;
}

const WHY_MISSING: Readonly<Record<NonNullable<AttemptLogWire['missing']>, string>> = {
  race_problems_are_drawn_again: 'Evidence of races is never public: their problems are drawn again.',
  not_released: 'Until its code is released, only the owner of the version can read the evidence.',
  others_still_run: 'The evidence is not public while validators still run the version.',
  nothing_uploaded: 'The validator uploaded no evidence.',
};

/** Reads an attempt and, if the caller may read it, its evidence, which is checked against its receipt. */
export async function readArenaAttempt(
  arena: ArenaClient,
  { runId, problemId }: { readonly runId: string; readonly problemId: string },
): Promise<ArenaAttempt> {
  const page = await askArena(arena, {
    path: `/v1/public/evaluation-runs/${runId}/problems/${problemId}`,
    answer: attemptPageSchema,
    signed: arena.hotkey !== undefined,
  });
  if (page.evidence.missing !== null) return { page, evidence: null, flaw: WHY_MISSING[page.evidence.missing] };
  const evidence = await fetchLog(page.evidence.download_url);
  const dialogue = page.dialogue.missing === null ? await fetchLog(page.dialogue.download_url) : null;
  const verified = verifyEvidenceFile({ evidence, dialogue });
  if (verified.ok) return { page, evidence: verified.file, flaw: null };
  return { page, evidence: null, flaw: `The evidence of the validator ${verified.reason}.` };
}

async function fetchLog(url: string): Promise<Uint8Array> {
  return await downloadFile(url, { maxBytes: MAX_EVIDENCE_FILE_BYTES });
}
