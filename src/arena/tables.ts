/** Tables of the arena and their migrations. */
export { arenaMigrations } from './tables/arena-migrations.ts';
export type { ArenaTables, Phase, ProblemStatus, RunStatus, StopName } from './tables/arena-tables.ts';
