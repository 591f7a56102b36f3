import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../testing/scaled.ts';
import { type OpenSmallMarket, openSmallMarket } from '../tools/testing/open-small-market.ts';
import { createEnvironmentServer } from './serve.ts';
import { lampEnvironment, SOLVING } from './testing/lamp-environment.ts';

const PYTHON = process.env.ASSAY_OPENENV_PYTHON || 'python3';
const SCRIPT = fileURLToPath(new URL('../../python/compatibility/openenv_client.py', import.meta.url));
const SESSIONS = 40;

function hasOpenEnv(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import openenv.core.generic_client'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isThere = hasOpenEnv();
const reason = isThere
  ? ''
  : ' (skipped: openenv is not installed; ASSAY_OPENENV_PYTHON names a Python with openenv==0.10.0)';

let market: OpenSmallMarket;
beforeAll(async () => {
  market = await openSmallMarket();
});
afterAll(async () => await market.close());

describe.skipIf(!isThere)(`OpenEnv’s own client${reason}`, () => {
  it('OpenEnv’s client plays concurrent sessions and gets rewards, and its validator passes', {
    timeout: scaled(120_000),
  }, async () => {
    const server = createEnvironmentServer({
      environment: lampEnvironment(market.search),
      version: '0.0.0',
      maxSessions: SESSIONS,
      idleMilliseconds: 600_000,
      onDefect: (error) => expect.unreachable(String(error)),
    });
    try {
      const url = await server.listen({ host: '127.0.0.1', port: 0 });
      const python = spawn(PYTHON, [SCRIPT, url, String(SESSIONS)], { stdio: ['pipe', 'pipe', 'pipe'] });
      python.stdin.end(JSON.stringify(SOLVING));
      const [output, error] = await Promise.all([text(python.stdout), text(python.stderr), once(python, 'close')]);
      expect(python.exitCode, error).toBe(0);
      const report = JSON.parse(output);

      expect(report.sessions).toHaveLength(SESSIONS);
      for (const session of report.sessions)
        expect(session).toMatchObject({
          outcome: 1,
          ending: 'terminated',
          steps: 4,
          rewards: [0.075, 0, 0.075, 1.075],
        });
      const problems = new Set(report.sessions.map(({ problem }: { readonly problem: string }) => problem));
      expect(problems.size).toBeGreaterThan(3);

      expect(report.sync).toMatchObject({ done: true, reward: 1 });
      expect(report.sync.tools).toHaveLength(7);
      expect(report.sync.found).toContain('1001');
      expect(report.refused).toContain('There is no episode to step. Reset first. (code: VALIDATION_ERROR)');
      expect(report.validator).toMatchObject({ passed: true, mode: 'simulation' });
    } finally {
      await server.close();
    }
  });
});
