import type { FastifyInstance } from 'fastify';

/** Every method and pattern that the server answers, including undocumented ones; parameters are `{}`. */
export function routesOf(server: FastifyInstance): readonly string[] {
  const above: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const branch = /^((?:│ {3}| {4})*)[├└]── (\S*) \(([A-Z, ]+)\)$/.exec(line);
      if (branch === null) return [];
      const [, indent, segment, methods] = branch;
      const depth = indent!.length / 4;
      above.length = depth;
      above.push(segment!);
      const pattern = patternOf(above.join(''));
      return methods!.split(', ').map((method) => `${method} ${pattern}`);
    });
}

/** Treats `/v1/runs/:run_id` and `/v1/runs/{run_id}` alike. */
export function patternOf(path: string): string {
  return path.replaceAll(/:[^/]+|\{[^}]+\}/g, '{}');
}
