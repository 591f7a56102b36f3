/** Bounded output of a process. */
export { BoundedOutput } from './process/bounded-output.ts';
