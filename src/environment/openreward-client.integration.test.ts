import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../testing/scaled.ts';
import { type OpenSmallMarket, openSmallMarket } from '../tools/testing/open-small-market.ts';
import { createEnvironmentServer } from './serve.ts';
import { lampEnvironment, SECRET, SOLVING } from './testing/lamp-environment.ts';

const PYTHON = process.env.ASSAY_OPENREWARD_PYTHON || 'python3';
const SCRIPT = fileURLToPath(new URL('../../python/compatibility/openreward_client.py', import.meta.url));
const SESSIONS = 40;
const TOKEN = 'open sesame';

function hasOpenReward(): boolean {
  try {
    // Importing it takes seconds.
    const find = 'import importlib.util, sys; sys.exit(importlib.util.find_spec("openreward") is None)';
    execFileSync(PYTHON, ['-c', find], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isThere = hasOpenReward();
const reason = isThere
  ? ''
  : ' (skipped: openreward is not installed; ASSAY_OPENREWARD_PYTHON names a Python with openreward==0.1.167)';

let market: OpenSmallMarket;
beforeAll(async () => {
  market = await openSmallMarket();
});
afterAll(async () => await market.close());

describe.skipIf(!isThere)(`the Open Reward Standard’s own client${reason}`, () => {
  it('the Open Reward Standard’s client lists tasks and plays concurrent sessions with rewards', {
    timeout: scaled(120_000),
  }, async () => {
    const server = createEnvironmentServer({
      environment: lampEnvironment(market.search),
      version: '1.2.3',
      token: TOKEN,
      maxSessions: SESSIONS + 2,
      idleMilliseconds: 600_000,
      onDefect: (error) => expect.unreachable(String(error)),
    });
    try {
      const url = await server.listen({ host: '127.0.0.1', port: 0 });
      const python = spawn(PYTHON, [SCRIPT, url, TOKEN, String(SESSIONS)], {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...process.env, NO_PROXY: '127.0.0.1' },
      });
      const calls = SOLVING.flatMap(({ tool_calls }) => tool_calls).map(({ function: called }) => ({
        name: called.name,
        input: JSON.parse(called.arguments),
      }));
      python.stdin.end(JSON.stringify(calls));
      const [output, error] = await Promise.all([text(python.stdout), text(python.stderr), once(python, 'close')]);
      expect(python.exitCode, error).toBe(0);
      expect(output).not.toContain(SECRET);
      const report = JSON.parse(output);

      expect(report.listed).toEqual({
        splits: ['train', 'eval'],
        tasks: ['a', 'b', 'c', 'd', 'e', 'f'],
        num_tasks: 2,
        task: 'y',
        range: [4, 5],
        tools: report.sync.tools,
        final: false,
      });
      expect(report.sessions).toHaveLength(SESSIONS);
      for (const session of report.sessions)
        expect(session).toMatchObject({
          outcome: 1,
          ending: 'terminated',
          turn: 4,
          finished: true,
          rewards: [0.075, 0, 0.075, 1.075],
        });
      expect(new Set(report.sessions.map(({ problem }: { readonly problem: string }) => problem)).size).toBe(6);

      const { prompt, messages, tools, found, unknown, ...others } = report.sync;
      expect(messages.map(({ role }: { readonly role: string }) => role)).toEqual(['system', 'user']);
      expect(prompt).toEqual([messages.map(({ content }: { readonly content: string }) => content).join('\n\n')]);
      expect(tools).toHaveLength(7);
      expect(found).toContain('1001');
      expect(unknown).toContain('There is no tool');
      expect(others).toEqual({ scores_groups: false, version: '1.2.3' });
      expect(report.parallel).toEqual([1, 2, 3, 4]);

      const { after_the_end, unauthorised, index, split, toolset } = report.refused;
      expect(after_the_end).toMatch(/^ToolCallError.*The episode is over/);
      expect(unauthorised).toMatch(/^AuthenticationError/);
      expect(index).toContain('The split eval has no problem number 99.');
      expect(split).toContain('The request is invalid');
      expect(toolset).toContain('This environment has no toolsets.');

      const health = await fetch(`${url}/health`, { headers: { authorization: `Bearer ${TOKEN}` } });
      // The client deletes its sessions, except the two whose episode could not begin.
      expect(await health.json()).toMatchObject({ sessions: 2 });
    } finally {
      await server.close();
    }
  });
});
