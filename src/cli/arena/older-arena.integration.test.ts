import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { writeKeyDocument } from '../../identity/key-document.ts';
import { placeKeyFile } from '../../identity/wallet.ts';
import { scaled } from '../../testing/scaled.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'older-arena-'));
const seed = new Uint8Array(32);
const hotkey = hotkeyFromSeed(seed).address;
const [AGENT, VERSION] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const NOW = '2026-01-01T00:00:00.000Z';
const queue = { state: 'QUEUED', position: 1, ahead: 0, estimated_start_at: null, reason: 'It waits for a validator.' };

/** The exact response of an arena from before there were licences. */
const status = {
  ...{ agent_version_id: VERSION, agent_id: AGENT, agent_name: 'old', miner_hotkey: hotkey, version_number: 1 },
  ...{ submitted_at: NOW, state: 'QUEUED', phase: 'EVALUATION', eliminated_at: null, eliminated_in_race_number: null },
  ...{ suite_id: 1, required_successes: 3, success_count: 0, active_count: 0, is_closed: false, final_score: null },
  ...{ score_interval: null, success_rate: null, reasoning_coefficient: null, race_score: null },
  ...{ release_state: 'HIDDEN', code_available_at: null, per_validator_success_scores: null },
  ...{ is_active_qualifier: false, outranked_by_agent_version_id: null, qualifying_threshold: null },
  ...{ weighted_score: null, window: null, removal_reason: null, queue },
  cost: { runs: 0, results: 0, inference_calls: 0, failed_inference_calls: 0, execution_seconds: 0 },
};
const latest = {
  ...{ agent_version_id: VERSION, version_number: 1, submitted_at: NOW, state: 'QUEUED', phase: 'EVALUATION' },
  ...{ eliminated_at: null, eliminated_in_race_number: null, final_score: null, is_flagged: false },
  ...{ is_selected_for_race: false, selection_fallback_reason: null, is_pinnable: false, pin_disabled_reason: null },
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/health': { arena: 'older' },
  '/v1/public/races/current': { computed_at: NOW, next_window: { closes_at: NOW } },
  [`/v1/public/agent-versions/${VERSION}/status`]: status,
  [`/v1/miner/agent-versions/${VERSION}`]: { ...status, is_flagged: false, findings: [], failures: [] },
  '/v1/miner/agents': {
    ...{ total: 1, limit: 20, offset: 0, can_submit: true, cannot_submit_reason: null, next_allowed_at: null },
    ...{ racing_agent_version_id: null, racing_agent_id: null },
    agents: [{ agent_id: AGENT, miner_hotkey: hotkey, agent_name: 'old', created_at: NOW, latest_version: latest }],
  },
  '/v1/miner/submit': {
    ...{ admission_status: 'ACCEPTED', hotkey, agent_id: AGENT, agent_version_id: VERSION, next_allowed_at: NOW },
    ...{ message: 'It is in.', is_flagged: false, queue },
  },
};
let arena: Server;

beforeAll(async () => {
  placeKeyFile(join(folder, '.assay/wallets/default/hotkeys/default'), writeKeyDocument(seed, undefined));
  writeFileSync(join(folder, 'agent.py'), 'def agent_main(problem_data):\n    return []\n');
  arena = createServer((request, response) => {
    const answer = ANSWERS[request.url!.replace(/\?.*/, '')];
    request.resume().on('end', () => {
      response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? { detail: 'unknown' }));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => arena.once('listening', resolve));
});
afterAll(() => {
  arena.close();
  rmSync(folder, { recursive: true });
});

function assay(...words: readonly string[]): Promise<{ output: string; error: string }> {
  const url = `http://127.0.0.1:${(arena.address() as AddressInfo).port}`;
  const env = { ...process.env, HOME: folder, ASSAY_ARENA_URL: url };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], { env, cwd: folder }, (_, output, error) => {
      resolve({ output, error });
    });
  });
}

describe('arena without licences', { timeout: scaled(60_000) }, () => {
  it.each([['status'], ['status', VERSION!], ['submit', 'agent.py', '--name', 'old', '--licence', 'none']])(
    '%s says that an older arena does not report licences',
    async (...words) => {
      const { output, error } = await assay(...words);
      expect(error).toBe('');
      expect(output).toMatch(/licence +unknown: this arena does not tell/);
    },
  );

  it('--json has no licence from an older arena', async () => {
    const { versions, ...mine } = JSON.parse((await assay('status', '--json')).output);
    expect(mine).not.toHaveProperty('default_licence');
    expect(versions[0]).not.toHaveProperty('licence');
  });
});
