import type { FastifyInstance } from 'fastify';

/**
 * Returns a function that lists the allowed methods of a path. It records routes as they are added, so call it before
 * adding them.
 */
export function allowedMethods(server: FastifyInstance): (target: string) => readonly string[] {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  server.addHook('onRoute', ({ url, routePath, prefix, method }) => {
    // The root of a plugin is served with and without a slash, but reported once.
    const urls = prefix !== '' && (routePath === '' || routePath === '/') ? [prefix, `${prefix}/`] : [url];
    for (const each of urls) {
      const route = routes.get(each) ?? { pattern: patternOf(each), methods: new Set() };
      for (const one of [method].flat()) route.methods.add(one);
      routes.set(each, route);
    }
  });
  return (target) => {
    const path = decoded(target.split('?', 1)[0]!);
    const found = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  };
}

/** Pattern of a route's path: `:name` matches one segment, `*` the rest. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+';
    return segment === '*' ? '.*' : RegExp.escape(segment);
  });
  return new RegExp(`^${segments.join('/')}$`);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
