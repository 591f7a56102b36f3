/** As many as the original platform runs at a time at most. */
const MOST = 15;
/** Agents mostly wait for their models; more than these would wait for each other. */
const PER_CORE = 2;
const MEMORY_EACH = 1024 ** 3;

/** How many attempts a machine can have under way without one being late because of another. */
export function defaultWorkers(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(MOST, cores * PER_CORE, Math.floor(memoryBytes / MEMORY_EACH)));
}
