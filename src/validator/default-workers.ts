/** Maximum number of concurrent attempts on the original platform. */
const MOST = 15;
/** Agents mostly wait for their models; with more of them they would wait for each other. */
const PER_CORE = 2;
const MEMORY_EACH = 1024 ** 3;

/** How many attempts a machine can run at once without delaying each other. */
export function defaultWorkers(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(MOST, cores * PER_CORE, Math.floor(memoryBytes / MEMORY_EACH)));
}
