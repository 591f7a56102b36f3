import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENCY_THRESHOLDS } from '../../agency/judge-agency.ts';
import type { Quarantined } from '../../intake/quarantine.ts';
import { type ReadAttempt, readAttempt } from '../../intake/read-attempt.ts';
import { rowSources } from '../../pipeline/input-rows.ts';
import { rowTexts } from '../../pipeline/row-texts.ts';
import { readClaimed } from '../read-claimed.ts';

/** Logs written by other programs, generated with `scripts/make-log-fixtures.py`. */
export const LOG_FIXTURES = new URL('./fixtures/', import.meta.url).pathname;

export const INTAKE = { agency: AGENCY_THRESHOLDS, queries: new Map<string, string>() };

/** Reads a file as the filter does. */
export async function readLog(path: string): Promise<(ReadAttempt | Quarantined)[]> {
  const found: (ReadAttempt | Quarantined)[] = [];
  for (const source of rowSources(path)) {
    for await (const input of source.rows()) {
      for (const row of rowTexts([input])) {
        if ('text' in row) found.push(readAttempt(row.text, INTAKE));
        else found.push('claim' in row ? readClaimed(row.claim, INTAKE) : row.flaw);
      }
    }
  }
  return found;
}

/** Writes a log to a new temporary folder. */
export function writeLog(name: string, content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'assay-log-')), name);
  writeFileSync(path, content);
  return path;
}
