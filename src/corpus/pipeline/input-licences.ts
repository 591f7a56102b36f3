import { type Licences, licencesIn, mergeLicences } from '../release/known-licences.ts';
import { inputFiles } from './input-files.ts';

/** The licences stated by an input: at every folder level that is read, and next to a named file. */
export function inputLicences(path: string): Licences {
  return mergeLicences(inputFiles(path).folders.map(licencesIn));
}
