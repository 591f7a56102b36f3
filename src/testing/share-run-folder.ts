import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variable with the folder that all test files of a run share. */
export const RUN_FOLDER = 'ASSAY_TEST_RUN_FOLDER';

/** Creates the folder before the first test and removes it after the last. */
export default function shareRunFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'assay-run-'));
  process.env[RUN_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
