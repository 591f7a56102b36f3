/** The secret from which the arena derives its keys. */
export { ArenaSecret } from './secret/arena-secret.ts';
