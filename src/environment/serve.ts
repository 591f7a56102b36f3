/** The environment as a server. */
export { createEnvironmentServer, type EnvironmentServerOptions } from './server/create-environment-server.ts';
