import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RowMessage } from '../../chat/schema.ts';
import type { Problem } from '../../problems/problem.ts';
import { toolsReference } from '../pipeline/corpus-row.ts';
import type { BuildReleaseOptions } from '../release/build-release.ts';
import type { FilteredRow } from '../release/release-row.ts';

/** Filtered corpora for tests, with the fields that `corpus filter` writes. */

export const SAMPLE_TOOLS = JSON.stringify(
  ['find_product', 'recommend_product'].map((name) => ({
    type: 'function',
    function: {
      name,
      description: `Does "${name}", naturally – é.`,
      parameters: {
        type: 'object',
        properties: { [name === 'find_product' ? 'q' : 'product_ids']: { type: 'string' } },
      },
    },
  })),
);

export function sampleMessages(query: string): RowMessage[] {
  return [
    { role: 'system', content: 'You shop.' },
    { role: 'user', content: query },
    {
      role: 'assistant',
      content: '<think>Both at once.</think>',
      tool_calls: [
        sampleCall('a', 'find_product', '{"q":"lamp"}'),
        sampleCall('b', 'find_product', '{"q": "oak  lamp"}'),
      ],
    },
    { role: 'tool', tool_call_id: 'a', name: 'find_product', content: '[{"product_id":"1000000001"}]' },
    { role: 'tool', tool_call_id: 'b', name: 'find_product', content: '[{"product_id":"1000000002"}]' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [sampleCall('c', 'recommend_product', '{"product_ids":"1000000001"}')],
    },
    { role: 'tool', tool_call_id: 'c', name: 'recommend_product', content: 'Recommended.' },
  ];
}

export function sampleCall(id: string, name: string, given: string) {
  return { id, type: 'function' as const, function: { name, arguments: given } };
}

export function sampleRow({ id, query }: Pick<Problem, 'id' | 'query'>, rest: Partial<FilteredRow> = {}): FilteredRow {
  const rowId = rest.id ?? `row-${id}`;
  return {
    schema: 'traj/1',
    id: rowId,
    problem_id: id,
    query,
    leak_cluster: null,
    split: null,
    source: 'arena',
    trains: 'text+outcome',
    policy: { name: 'house/expert', simulated: true },
    agent: 'f'.repeat(64),
    attempt: { attempt_id: rowId, run_id: 'run-1', validator: 'v' },
    receipt: { hash: 'a'.repeat(64), sequence: 1 },
    tools_ref: toolsReference(SAMPLE_TOOLS),
    tools_given: true,
    fidelity: 'as-seen',
    supplied_results: 0,
    replaced_prompts: [],
    side_completions: 0,
    messages: sampleMessages(query),
    steps: [2, 5].map((message) => ({
      message,
      completion: message,
      finish_reason: 'stop',
      latency_ms: 3,
      prompt_token_ids: null,
      token_ids: null,
    })),
    outcome: {
      success: true,
      score: 1,
      rule_set: 'production-strict/1',
      judge: { judge: 'gates', version: 1, quality: 0.9 },
    },
    agency: { verdict: 'agentic' },
    tokens: { rendered: 100, counter: 'estimate/1', exact: false },
    kept: { because: 'passed every rule', rank: 1, of: 1, score: 0 },
    ...rest,
  };
}

/** Writes a folder like `corpus filter`, with the files that a release reads. */
export function writeFiltered(folder: string, rows: readonly FilteredRow[], tools = SAMPLE_TOOLS): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'trajectories.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(join(folder, 'tools.json'), JSON.stringify({ [toolsReference(tools)]: tools }));
  const summary = {
    config: { version: 1 },
    config_fingerprint: 'abc',
    withheld_checked: false,
    rows: rows.length + 3,
    kept: rows.length,
    rejected: 3,
    quarantined: 0,
    deciding: { QUALITY_LOW: 3, TOO_LONG: 0 },
    failing: { QUALITY_LOW: 3, TOO_LONG: 1 },
    quarantine: { NOT_JSON: 0 },
  };
  writeFileSync(join(folder, 'filter.json'), JSON.stringify(summary));
  return folder;
}

/** A row as `corpus rewrite` writes it. */
export function sampleRewritten(problem: Pick<Problem, 'id' | 'query'>, rest: Partial<FilteredRow> = {}): FilteredRow {
  return sampleRow(problem, {
    id: `row-${problem.id}-rewritten`,
    source: 'rewritten',
    trains: 'text',
    fidelity: 'rewritten',
    steps: [],
    rewritten: {
      version: 1,
      model: 'house/expert',
      simulated: true,
      checker: 'house/adept',
      checker_simulated: true,
      gain: 0.2,
      worst: 0,
      steps: [{ message: 2, bare: 0.5, informed: 0.7 }],
    },
    ...rest,
  });
}

/** Writes a folder like `corpus rewrite`, with the files that a release reads. */
export function writeRewrittenRows(folder: string, rows: readonly FilteredRow[], tools = SAMPLE_TOOLS): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'rewritten.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(join(folder, 'rejected.jsonl'), '');
  writeFileSync(join(folder, 'quarantine.jsonl'), '');
  writeFileSync(join(folder, 'tools.json'), JSON.stringify({ [toolsReference(tools)]: tools }));
  const summary = {
    kind: 'assay-rewritten',
    config: { version: 1 },
    config_fingerprint: 'def',
    rewritten: rows.length,
  };
  writeFileSync(join(folder, 'rewrite.json'), JSON.stringify(summary));
  return folder;
}

/** Options for a release of such a folder; by default nothing is known besides the rows. */
export function sampleBuildOptions(
  input: string,
  out: string,
  rest: Partial<BuildReleaseOptions> = {},
): BuildReleaseOptions {
  return {
    input,
    out,
    name: 'sample',
    problems: [],
    settled: [],
    sealed: undefined,
    heldOut: [],
    market: undefined,
    licences: new Map(),
    shares: { train: 0.6, dev: 0.2, heldout: 0.2 },
    seed: 7,
    ...rest,
  };
}
