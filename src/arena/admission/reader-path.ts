import { fileURLToPath } from 'node:url';

/** The program that reads contestants' files; to us it is data. */
export const READER_PATH = fileURLToPath(new URL('../../../python/admission/read_facts.py', import.meta.url));
