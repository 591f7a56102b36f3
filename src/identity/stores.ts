/** Nonces, challenges and sessions in the database. */
export { DatabaseChallenges } from './stores/database-challenges.ts';
export { DatabaseNonces } from './stores/database-nonces.ts';
export { DatabaseSessions } from './stores/database-sessions.ts';
export { type IdentityTables, identityMigrations } from './stores/identity-tables.ts';
