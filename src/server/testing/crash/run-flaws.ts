import type { ArenaReader } from './arena-reader.ts';
import type { ClientKnowledge, KnownRun } from './client-knowledge.ts';
import { statusKept } from './simulated-outcome.ts';

/** Where the arena's runs and their endings differ from what was acknowledged to validators. */
export async function runFlaws(
  reader: ArenaReader,
  { runs: knowledge, claimsLost }: ClientKnowledge,
): Promise<string[]> {
  const rows = await reader
    .selectFrom('runs')
    .select(['run_id', 'work_item_id', 'agent_version_id', 'validator_hotkey', 'status', 'score', 'is_included'])
    .execute();
  const flaws: string[] = [];
  const unknown = new Map<string, number>();
  for (const row of rows) {
    const known = knowledge.get(row.run_id);
    if (known === undefined) unknown.set(row.validator_hotkey, (unknown.get(row.validator_hotkey) ?? 0) + 1);
    else flaws.push(...flawsOfRun(row, known).map((flaw) => `Run ${row.run_id}: ${flaw}`));
    if (known === undefined && isEnded(row.status)) flaws.push(`Run ${row.run_id}: it was ended by nobody.`);
  }
  const kept = new Set(rows.map(({ run_id }) => run_id));
  for (const runId of knowledge.keys())
    if (!kept.has(runId)) flaws.push(`Run ${runId}: it was claimed, and is not there.`);
  for (const [hotkey, count] of unknown) {
    const lost = claimsLost.get(hotkey) ?? 0;
    if (count > lost)
      flaws.push(`Validator ${hotkey}: ${count} runs it never heard of, and ${lost} claims unanswered.`);
  }
  return [...flaws, ...countFlaws(rows, knowledge)];
}

interface RunRow {
  readonly run_id: string;
  readonly work_item_id: string;
  readonly agent_version_id: string;
  readonly validator_hotkey: string;
  readonly status: string;
  readonly score: number | null;
  readonly is_included: boolean;
}

function flawsOfRun(row: RunRow, { validator, versionId, endingsSent, endingsKept, refusals }: KnownRun): string[] {
  const ending = endingsKept[0] ?? endingsSent[0];
  const completion = ending === undefined || 'terminal_status' in ending ? ending : ending.completion;
  const status = completion && statusKept(completion);
  const rules: [boolean, string][] = [
    [row.validator_hotkey === validator, 'it belongs to another validator than was told'],
    [versionId === undefined || row.agent_version_id === versionId, 'it is of another version than was told'],
    [endingsKept.length <= 1, `its end was acknowledged ${endingsKept.length} times`],
    [endingsKept.length === 0 || row.status === status, `it was acknowledged as ${status} and is ${row.status}`],
    // Without an answer it may have been counted; a client refused as already complete knows that it was.
    [!isEnded(row.status) || row.status === status, `it is ${row.status} and ${status ?? 'nothing'} was sent`],
    [
      !refusals.includes('RUN_ALREADY_COMPLETE') || isEnded(row.status) || row.status === 'CANCELLED',
      `it was refused as complete and is ${row.status}`,
    ],
    [row.status !== 'SUCCESS' || row.score === completion?.validator_score, `its score is ${row.score}`],
    [row.is_included === (row.status === 'SUCCESS'), `it is ${row.status} and ${row.is_included ? '' : 'not '}counted`],
  ];
  return rules.filter(([holds]) => !holds).map(([, flaw]) => `${flaw}.`);
}

/**
 * Each answer contained the number of included runs at that time: no two answers for one item may contain the same
 * number.
 */
function countFlaws(rows: readonly RunRow[], knowledge: ClientKnowledge['runs']): string[] {
  const told = new Map<string, Set<number>>();
  const eligible = new Map<string, number>();
  const flaws: string[] = [];
  for (const { run_id, work_item_id: item } of rows) {
    for (const { status, included, becameEligible } of knowledge.get(run_id)?.endingsKept ?? []) {
      if (status !== 'SUCCESS') continue;
      const counts = told.get(item) ?? new Set();
      if (counts.has(included)) flaws.push(`Item ${item}: two runs were told that ${included} count.`);
      told.set(item, counts.add(included));
      if (becameEligible) eligible.set(item, (eligible.get(item) ?? 0) + 1);
    }
  }
  const twice = [...eligible].filter(([, count]) => count > 1);
  return [...flaws, ...twice.map(([item]) => `Item ${item}: it made its version eligible twice.`)];
}

function isEnded(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILED' || status === 'TIMED_OUT';
}
