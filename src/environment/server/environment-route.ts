import type { FastifyRequest } from 'fastify';

/** Name of the environment in URLs. */
export const ENVIRONMENT_NAME = 'assay';

export interface EnvironmentRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A second path for the same route, without the name of the environment. */
  readonly shortPath?: string;
  readonly summary: string;
  /** Returns JSON, or a `Readable` of server-sent events. */
  readonly answer: (request: FastifyRequest) => unknown;
}
