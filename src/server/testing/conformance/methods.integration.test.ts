import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSqliteDatabase } from '../../../store/testing/every-engine.ts';
import { SampleServer } from '../sample/sample-server.ts';
import { routesOf } from './routes-of.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

function isOf(pattern: string, target: string): boolean {
  return new RegExp(`^${pattern.split('{}').map(RegExp.escape).join('[^/]+')}$`).test(target);
}

describe('unsupported methods', () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
  });
  afterAll(async () => await server.close());

  it('an unsupported method is answered with 405 and the allowed ones, at every route', async () => {
    const routes = routesOf(server.started.server).map(
      (route) => route.split(' ') as [method: string, pattern: string],
    );
    const known = Map.groupBy(routes, ([, pattern]) => pattern);
    expect(known.size).toBeGreaterThan(60);
    for (const [pattern, own] of known) {
      // The star stands for files of the documentation; the route omits their folder.
      const target = pattern.replaceAll('{}', 'some-value').replace('*', 'static/some-file');
      // If a literal segment also matches another route's parameter, the methods of both are allowed.
      const others = routes.filter(([, other]) => other !== pattern && isOf(other, target));
      const allowed = [...new Set([...own, ...others].map(([method]) => method))];
      const wrong = METHODS.find((method) => !allowed.includes(method))!;
      const { status, headers, json } = await server.ask({ method: wrong, target });
      expect([status, headers.allow?.split(', ')], `${wrong} ${target}`).toEqual([405, allowed.sort()]);
      if (wrong !== 'HEAD') expect(json).toMatchObject({ error_code: 'METHOD_NOT_ALLOWED' });
    }
  });

  it('an unsupported method is detected in any spelling of the path, and with a query', async () => {
    for (const target of ['/health?x=1', '/%68ealth', '/v1/public/hotkeys/%2F']) {
      expect((await server.ask({ method: 'DELETE', target })).status, target).toBe(405);
    }
  });

  it('an unsupported method at an unknown path is 404', async () => {
    for (const target of ['/v1/nothing', '/health/', '/healthy', '/v1/public/hotkeys/a/b/c', '/v1']) {
      const { status, headers } = await server.ask({ method: 'DELETE', target });
      expect([status, headers.allow], target).toEqual([404, undefined]);
    }
  });
});
