/** Export to other trainers. */
export { exportVerl } from './export/export-verl.ts';
