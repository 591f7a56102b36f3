/** Tables of the arena and their migrations. */
export { arenaMigrations } from './tables/arena-migrations.ts';
export type { ArenaTables, Phase, ProblemStatus, StopName } from './tables/arena-tables.ts';
