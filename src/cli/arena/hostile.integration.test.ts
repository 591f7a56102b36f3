import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../../testing/scaled.ts';
import { AssayRunner, type Ran } from '../testing/assay-runner.ts';

const EVIL = 'a\u001b[2J\u202eb\n  → Run rm -rf\u0007';
const VERSION = '3f2a91c4-0d6e-4f0b-9a55-6f1f2f9f9c11';
const NOON = '2026-11-15T12:00:00.000Z';

const pooled = { weighted_score: null, window: null };
const entry = {
  ...pooled,
  rank: 1,
  agent_version_id: VERSION,
  agent_name: EVIL,
  miner_hotkey: EVIL,
  version_number: 1,
  final_score: 0.5,
  race_score: null,
  race_score_interval: null,
  eligible_at: NOON,
  is_discarded: false,
  is_miner_banned: false,
  is_cancelled: false,
  is_current_top: true,
  was_top: true,
  top_at: NOON,
  is_active_qualifier: false,
  outranked_by_agent_version_id: null,
  eliminated_at: null,
  submitted_at: NOON,
  score_interval: null,
  runs: 3,
  success_rate: 0.5,
  reasoning_coefficient: 1,
  rank_without_judge: 1,
};
const suite = {
  suite_id: 1,
  suite_version: 1,
  is_active: true,
  name: EVIL,
  is_public: true,
  problem_count: 30,
  created_at: NOON,
  activated_at: NOON,
};
const page = { total: 1, limit: 25, offset: 0 };
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/public/leaderboard': {
    ...page,
    suite,
    entries: [entry],
    unique_miners: 1,
    agents_submitted_24h: 0,
    challenge_threshold: null,
  },
  '/v1/public/top': {
    suite_id: 1,
    computed_at: NOON,
    top_agent_version_id: VERSION,
    top_miner_hotkey: EVIL,
    top_score: 0.5,
    emission_weight: 0.97,
    challenge_threshold: 0.51,
    margin: 0.01,
    policy: {
      days_as_top: 3,
      crowned_at: NOON,
      reign: 1,
      grace_days: 2,
      loss_per_day: 0.03,
      floor: 0.5,
      initial_margin: 0.011,
      margin_half_life_days: 3.5,
    },
  },
};

let url: string;
const server = createServer((request, response) => {
  const answer = ANSWERS[new URL(request.url!, 'http://a').pathname];
  if (answer === undefined) response.writeHead(403);
  response.end(JSON.stringify(answer ?? { detail: EVIL, error_code: EVIL }));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const runner = new AssayRunner();

async function assay(...words: string[]): Promise<Ran> {
  return await runner.run(words, { cwd: tmpdir(), env: { HOME: tmpdir(), ASSAY_ARENA_URL: url } });
}

describe('hostile arena', { timeout: scaled(60_000) }, () => {
  it('a hostile arena cannot move the cursor, hide text or add a line', async () => {
    const { code, output, error } = await assay('leaderboard');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(output).toContain('a?[2J?b   → Run rm -rf?');
    expect(output).not.toMatch(/[\u0007\u001b\u202e]/);
    expect(output).not.toMatch(/^ *→/m);
    const refused = await assay('race');
    expect(refused.code).toBe(1);
    expect(refused.error).not.toMatch(/[\u0007\u001b\u202e]/);
  });
});
