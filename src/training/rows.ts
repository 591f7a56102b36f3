/** Training rows. */
export { requireTrainable } from './rows/require-trainable.ts';
export { writeRows } from './rows/write-rows.ts';
