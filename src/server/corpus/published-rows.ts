import type { Arena } from '../../arena/arena.ts';
import { wireProblemId } from '../../arena/exam.ts';
import { ListOrder, problemCategories, rowOrigin } from '../../board/corpus.ts';
import type { CorpusRow, CorpusRows, CorpusRowsQuery } from '../../corpus/corpus-rows-schema.ts';
import {
  agencyOf,
  type IndexedRow,
  indexRows,
  type ReleaseRow,
  type ReleaseSummary,
  readIndexedRow,
  rowHash,
} from '../../corpus/release.ts';
import { ROW_FILTERS, type RowFilter } from '../../corpus/row-filters.ts';
import { Fault } from '../../fault/fault.ts';
import type { PublishedRelease, ReadRelease } from './published-release.ts';

interface Rows {
  readonly rows: readonly ListedRow[];
  readonly byId: ReadonlyMap<string, ListedRow>;
  readonly beyond: number;
  readonly filters: CorpusRows['filters'];
}

type ListedRow = IndexedRow & { readonly category: string };

/** Free-text values are all counted, but at most this many are listed. */
const MOST_VALUES = 200;

const RETRY_MILLISECONDS = 30_000;

/** The rows of the published release that anyone can download. Indexed on first use. */
export class PublishedRows {
  readonly #arena: Pick<Arena, 'database'>;
  readonly #published: PublishedRelease;
  readonly #indexed = new WeakMap<ReleaseSummary, Promise<Rows>>();

  constructor(arena: Pick<Arena, 'database'>, published: PublishedRelease) {
    this.#arena = arena;
    this.#published = published;
  }

  async list({ limit, cursor, ...wanted }: CorpusRowsQuery): Promise<CorpusRows> {
    const release = await this.#published.read();
    const { rows, beyond, filters } = await this.#rowsOf(release);
    const conditions = ROW_FILTERS.flatMap((name) =>
      wanted[name] === undefined ? [] : [[name, wanted[name]] as const],
    );
    const matching = rows.filter((row) => conditions.every(([name, value]) => row[name] === value));
    // A cursor from another release would skip or repeat rows.
    const order = new ListOrder<IndexedRow>(
      `corpus rows of ${rowHashOf(release.summary)}`,
      [{ kind: 'integer', direction: 'asc' }],
      ({ position }) => [position],
    );
    const page = order.page(order.rowsAfter(matching, cursor).slice(0, limit + 1), limit);
    return {
      release: release.summary.name,
      total: rows.length,
      matching: matching.length,
      beyond,
      next_cursor: page.next,
      filters,
      rows: page.rows.map(shortRow),
    };
  }

  async one(id: string): Promise<CorpusRow> {
    const release = await this.#published.read();
    const found = (await this.#rowsOf(release)).byId.get(id);
    if (found === undefined) throw new Fault('ARTIFACT_NOT_FOUND', { message: 'The corpus has no such row.' });
    const row = await readIndexedRow(found, release.open);
    const { run_id: runId } = row.attempt;
    const origin = runId === null ? undefined : await rowOrigin(this.#arena, { runId, sourceId: row.problem_id });
    return {
      ...shortRow(found),
      release: release.summary.name,
      query: row.query,
      messages: row.messages,
      tools: toolsUsed(row),
      tools_given: row.tools_given,
      supplied_results: row.supplied_results,
      replaced_prompts: row.replaced_prompts ?? null,
      provenance: {
        attempt_id: row.attempt.attempt_id,
        eval_run_id: origin?.version == null ? null : runId,
        problem_id: wireProblemId(row.problem_id),
        validator_hotkey: row.attempt.validator,
        version: origin?.version ?? null,
        is_attempt_public: origin?.is_attempt_public ?? false,
        models: modelsOf(row),
        licence: row.licence,
        leak_cluster: row.leak_cluster,
        trains: row.trains,
        fidelity: row.fidelity,
        agency_because: agencyOf(row).because ?? null,
        receipt: row.receipt && { hash: row.receipt.hash, sequence: row.receipt.sequence },
        rule_set: row.outcome?.rule_set ?? null,
        score: row.outcome?.score ?? null,
        judge: row.outcome === null ? null : `${row.outcome.judge.judge}/${row.outcome.judge.version}`,
        quality: row.outcome?.judge.quality ?? null,
        file: found.file,
        sha256: rowHash(row),
      },
    };
  }

  #rowsOf(release: ReadRelease): Promise<Rows> {
    const { summary } = release;
    const known = this.#indexed.get(summary);
    if (known !== undefined) return known;
    const indexed = this.#index(release);
    this.#indexed.set(summary, indexed);
    // Retried after a delay, because each attempt reads all rows.
    indexed.catch(() => setTimeout(() => this.#indexed.delete(summary), RETRY_MILLISECONDS).unref());
    return indexed;
  }

  async #index({ summary, open }: ReadRelease): Promise<Rows> {
    const { rows: found, beyond } = await indexRows(summary.files, open);
    const categories = await problemCategories(this.#arena, [...new Set(found.map(({ problemId }) => problemId))]);
    const rows = found.map((row) => ({ ...row, category: categories[row.problemId] ?? 'unknown' }));
    return { rows, byId: new Map(rows.map((row) => [row.id, row])), beyond, filters: filtersOf(rows) };
  }
}

function filtersOf(rows: readonly ListedRow[]): CorpusRows['filters'] {
  return ROW_FILTERS.map((name) => ({ name, values: valuesOf(rows, name) }));
}

function valuesOf(rows: readonly ListedRow[], name: RowFilter) {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row[name], (counts.get(row[name]) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, rows: count }))
    .sort((left, right) => right.rows - left.rows || (left.value < right.value ? -1 : 1))
    .slice(0, MOST_VALUES);
}

function shortRow(row: ListedRow): CorpusRows['rows'][number] {
  const { id, origin, split, reason, category, model, simulated, agency, outcome, calls, tokens, query } = row;
  return { id, origin, split, reason, category, model, simulated, agency, outcome, calls, tokens, query };
}

/** Identifies the release by its files. */
function rowHashOf({ files }: ReleaseSummary): string {
  return files.map(({ sha256 }) => sha256.slice(0, 8)).join('');
}

function toolsUsed({ messages }: ReleaseRow): string[] {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  return [...new Set(calls.map((call) => call.function.name))];
}

/** Leaves out the endpoint of a model, which is private to the validator. */
function modelsOf({ policy }: ReleaseRow): CorpusRow['provenance']['models'] {
  const models = Array.isArray(policy.models) ? policy.models : [];
  const named = models.flatMap((model: unknown) => {
    const { name, simulated, completions } = (model ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string') return [];
    return [
      { name, simulated: simulated === true, completions: Number.isInteger(completions) ? Number(completions) : null },
    ];
  });
  return named.length > 0
    ? named
    : [{ name: policy.name || 'unknown', simulated: policy.simulated, completions: null }];
}
