import { LOG_READERS } from '../logs/log-readers.ts';
import type { InputFormat } from './read-attempt.ts';

/** Every input format that `corpus filter` can read. */
export const INPUT_FORMATS: readonly { readonly name: InputFormat; readonly about: string }[] = [
  { name: 'evidence', about: 'attempts as validators upload them, and ORO’s traces' },
  ...LOG_READERS.map(({ format: name, about }) => ({ name, about })),
  { name: 'assay', about: 'rows of a filtered corpus or a release, read back' },
];
