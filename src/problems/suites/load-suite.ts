import { readFileSync } from 'node:fs';
import { storageFault } from '../../store/files.ts';
import { suitePath } from './bank-folder.ts';
import { parseSuite, type Suite } from './suite.ts';

export function loadSuite(folder: string, id: string): Suite {
  const path = suitePath(folder, id);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
  return parseSuite(bytes, id, path);
}
