import { type Licences, licencesIn, mergeLicences } from '../release/known-licences.ts';
import { inputFiles } from './input-files.ts';

/** What an input says of its own: at every level that is read, and beside a file that is named. */
export function inputLicences(path: string): Licences {
  return mergeLicences(inputFiles(path).folders.map(licencesIn));
}
