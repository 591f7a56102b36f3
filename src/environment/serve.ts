/** The environment as a server. */
export { createEnvironmentServer } from './server/create-environment-server.ts';
