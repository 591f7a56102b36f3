/** The environment as a server. */
export { createEnvironmentServer } from './server/create-environment-server.ts';
export type { MemoryReport } from './server/session-memory.ts';
