import { type Insertable, sql } from 'kysely';
import { storeProblems } from '../../../arena/exam/store-problems.ts';
import { activateSuite, createSuite } from '../../../arena/exam.ts';
import { finalScoreOf } from '../../../arena/race/combine-runs.ts';
import type { ArenaTables, Phase } from '../../../arena/tables.ts';
import { counts, sampleReport } from '../../../arena/testing/sample-agency.ts';
import { ss58Address } from '../../../identity/ss58.ts';
import { sampleProblems } from '../../../problems/testing/sample-problems.ts';
import { Random } from '../../../random/random.ts';
import { pythonRound } from '../../../statistics/python-round.ts';
import type { NewEvent } from '../../../store/database/event.ts';
import { json } from '../../../store/database.ts';
import { sha256 } from '../../../store/sha256.ts';
import type { OpenedArena } from '../../start/open-arena.ts';
import type { PreparedArena } from '../crash/prepare-arena.ts';
import { appendEvents, insertRows } from './bulk-rows.ts';

export interface LargePlan {
  readonly contestants: number;
  /** Number of finished races; the newest has a tenth of the contestants as racers, the others ten. */
  readonly races: number;
  /** Versions that wait for validators, each the second of its contestant. */
  readonly pending: number;
}

export interface LargeArena {
  readonly suiteId: number;
  readonly hotkeys: readonly string[];
  readonly validatorHotkeys: readonly string[];
  readonly versionIds: readonly string[];
  readonly runIds: readonly string[];
  /** Problems of the suite, in order. */
  readonly problemIds: readonly string[];
  /** Finished races, oldest first. */
  readonly raceIds: readonly string[];
  /** Versions in the newest finished race. */
  readonly racerIds: readonly string[];
  /** Versions whose code is released. */
  readonly releasedIds: readonly string[];
  readonly attempts: number;
  readonly events: number;
}

type Rows = { readonly [Name in keyof ArenaTables]?: Insertable<ArenaTables[Name]>[] };

interface Version {
  readonly id: string;
  readonly hotkey: string;
  readonly name: string;
  readonly number: number;
  readonly submittedAt: number;
  readonly score: number;
}

const DAY = 86_400_000;
const DAYS = 20;
const SMALL_RACE = 10;
const RUN_MILLISECONDS = 60_000;
/** One run in this many is audited. */
const AUDITED = 10;

/**
 * Fills a prepared arena with the history of a large one: every contestant scored by three validators, finished races
 * with their champions, a queue, a run in progress for each validator, and a ledger that records all of it. The same
 * plan and seed give the same rows. Rows are inserted in bulk, but none contradicts the rules of the queue.
 */
export async function fillLargeArena(prepared: PreparedArena, plan: LargePlan): Promise<LargeArena> {
  const arena = await prepared.open();
  try {
    return await new LargeHistory(arena, prepared, plan).write();
  } finally {
    await arena.database.close();
  }
}

class LargeHistory {
  readonly #arena: OpenedArena;
  readonly #prepared: PreparedArena;
  readonly #plan: LargePlan;
  readonly #random: Random;
  readonly #now: number;
  readonly #rows = {
    contestants: [] as Insertable<ArenaTables['contestants']>[],
    agents: [] as Insertable<ArenaTables['agents']>[],
    agent_versions: [] as Insertable<ArenaTables['agent_versions']>[],
    entries: [] as Insertable<ArenaTables['entries']>[],
    validators: [] as Insertable<ArenaTables['validators']>[],
    races: [] as Insertable<ArenaTables['races']>[],
    racers: [] as Insertable<ArenaTables['racers']>[],
    tops: [] as Insertable<ArenaTables['tops']>[],
    work_items: [] as Insertable<ArenaTables['work_items']>[],
    runs: [] as Insertable<ArenaTables['runs']>[],
    problem_results: [] as Insertable<ArenaTables['problem_results']>[],
    agency_reports: [] as Insertable<ArenaTables['agency_reports']>[],
    audits: [] as Insertable<ArenaTables['audits']>[],
  } satisfies Rows;
  readonly #newEvents: NewEvent[] = [];

  constructor(arena: OpenedArena, prepared: PreparedArena, plan: LargePlan) {
    this.#arena = arena;
    this.#prepared = prepared;
    this.#plan = plan;
    this.#random = new Random(prepared.seed, 24);
    this.#now = arena.now();
  }

  async write(): Promise<LargeArena> {
    const { suiteId, setId, problemIds } = await this.#openSuite();
    const code = Buffer.from('def agent_main(problem):\n    return []\n');
    await this.#arena.blobs.put(code);
    this.#addValidators();
    const versions = this.#addVersions(suiteId, sha256(code));
    for (const version of versions)
      this.#evaluate(version, { suiteId, setId, problemIds, phase: 'QUALIFYING', race: '' });
    const races = await this.#addRaces(suiteId, versions);
    this.#openQualifying(suiteId);
    this.#queue(suiteId, setId, versions, sha256(code));
    for (const [table, rows] of Object.entries(this.#rows)) {
      await insertRows(this.#arena, table as keyof ArenaTables, rows as never);
    }
    await appendEvents(this.#arena, this.#newEvents);
    // PostgreSQL does this on its own within minutes.
    if (this.#arena.database.engine === 'postgres') {
      await this.#arena.database.withTransaction(async (transaction) => void (await sql`analyze`.execute(transaction)));
    }
    return {
      suiteId,
      hotkeys: this.#rows.contestants.map(({ hotkey }) => hotkey),
      validatorHotkeys: this.#rows.validators.map(({ hotkey }) => hotkey),
      versionIds: versions.map(({ id }) => id),
      runIds: this.#rows.runs.map(({ run_id }) => run_id),
      problemIds,
      raceIds: races,
      racerIds: this.#rows.racers.flatMap((racer) => (racer.race_id === races.at(-1) ? [racer.agent_version_id] : [])),
      releasedIds: this.#rows.agent_versions.flatMap((version) =>
        version.released_at === null ? [] : [version.agent_version_id],
      ),
      attempts: this.#rows.problem_results.length,
      events: this.#newEvents.length,
    };
  }

  async #openSuite() {
    const problems = sampleProblems(this.#prepared.problems, 'large');
    const { database } = this.#arena;
    const { suiteId } = await createSuite(
      database,
      { name: 'large', problems, isPublic: true },
      { who: 'operator', now: this.#now },
    );
    await activateSuite(this.#arena, suiteId, { who: 'operator' });
    const { set_id: setId } = await database.reader
      .selectFrom('suites')
      .select('set_id')
      .where('suite_id', '=', suiteId)
      .executeTakeFirstOrThrow();
    return { suiteId, setId, problemIds: await this.#problemsOf(setId) };
  }

  async #problemsOf(setId: string): Promise<string[]> {
    const rows = await this.#arena.database.reader
      .selectFrom('set_problems')
      .select('problem_id')
      .where('set_id', '=', setId)
      .orderBy('position')
      .execute();
    return rows.map(({ problem_id }) => problem_id);
  }

  #addValidators(): void {
    for (const [index, { address }] of this.#prepared.validatorKeys.entries()) {
      this.#rows.validators.push({
        hotkey: address,
        name: `validator ${index}`,
        registered_at: this.#now - DAYS * DAY + index,
        last_claim_at: this.#now,
        last_seen_at: this.#now,
        max_concurrent_runs: 1,
        service_versions: json({ validator: '1.0.0' }),
        cpu_pct: 50,
        ram_pct: 40,
        disk_pct: 30,
        docker_container_count: 1,
        metrics_at: this.#now,
        signed_request: null,
        signed_at: null,
      });
    }
  }

  #addVersions(suiteId: number, codeHash: string): Version[] {
    const { contestants } = this.#plan;
    return Array.from({ length: contestants }, (_, index) => {
      const hotkey = ss58Address(Buffer.from(sha256(`contestant ${index} of ${this.#prepared.seed}`), 'hex'));
      const submittedAt = Math.round(this.#now - DAYS * DAY * (1 - index / contestants) - DAY);
      this.#rows.contestants.push({
        hotkey,
        first_seen_at: submittedAt,
        next_allowed_at: 0,
        last_submitted_at: submittedAt,
      });
      const version = { hotkey, name: `agent-${index}`, number: 1, submittedAt, score: 0 };
      return this.#addVersion(suiteId, codeHash, version);
    });
  }

  /** Scores are close together, so that nearly all versions qualify for the next race, and include ties. */
  #addVersion(suiteId: number, codeHash: string, version: Omit<Version, 'id'>): Version {
    const { hotkey, name, number, submittedAt } = version;
    const id = idOf(`version ${hotkey} ${number}`);
    const agentId = idOf(`agent ${hotkey} ${name}`);
    if (number === 1) this.#rows.agents.push({ agent_id: agentId, hotkey, name, created_at: submittedAt });
    this.#rows.agent_versions.push({
      agent_version_id: id,
      agent_id: agentId,
      hotkey,
      version_number: number,
      code_sha256: codeHash,
      code_bytes: 40,
      submitted_at: submittedAt,
      findings: json([]),
      is_flagged: false,
      cancelled_at: null,
      cancel_reason: null,
      release_at: null,
      released_at: null,
      licence: 'CC-BY-4.0',
    });
    const score = number === 1 ? pythonRound(0.9 + this.#random.integer(300) / 10_000, 4) : 0;
    this.#rows.entries.push({
      agent_version_id: id,
      suite_id: suiteId,
      final_score: number === 1 ? score : null,
      success_rate: number === 1 ? score : null,
      reasoning_coefficient: number === 1 ? 1 : null,
      agency_factor: number === 1 ? 0.9 : null,
      score_without_agency: number === 1 ? score : null,
      eligible_at: number === 1 ? submittedAt + 4 * RUN_MILLISECONDS : null,
      discarded_at: null,
      discard_reason: null,
      eliminated_at: null,
      eliminate_reason: null,
      twin_comparison: null,
      twin_looks: null,
      score_on_public: null,
    });
    this.#newEvents.push({
      who: hotkey,
      what: 'version.submitted',
      when: submittedAt,
      why: 'It passed every check.',
      subject: `version ${id}`,
      data: { agent_version_id: id, agent_name: name, version_number: number, miner_hotkey: hotkey },
    });
    return { ...version, id, score };
  }

  /** Three validators run it one after another, and the median is its score. */
  #evaluate(
    version: Version,
    at: { suiteId: number; setId: string; problemIds: readonly string[]; phase: Phase; race: string; from?: number },
  ): number {
    const { queue } = this.#arena.policy;
    const required = at.phase === 'RACE' ? queue.raceRequiredSuccesses : queue.requiredSuccesses;
    const itemId = idOf(`item ${version.id} ${at.race}`);
    const from = at.from ?? version.submittedAt;
    const keys = this.#prepared.validatorKeys;
    const scores = Array.from({ length: required }, (_, place) =>
      pythonRound(version.score + (place - (required - 1) / 2) * 0.001, 4),
    );
    this.#rows.work_items.push({
      work_item_id: itemId,
      agent_version_id: version.id,
      suite_id: at.suiteId,
      phase: at.phase,
      race_id: at.race,
      round: 0,
      set_id: at.setId,
      required_successes: required,
      queued_at: from,
      priority: at.phase === 'RACE' ? 100 : 0,
      closed_at: from + (required + 1) * RUN_MILLISECONDS,
      close_reason: 'complete',
      disagreement_at: null,
    });
    for (const [place, score] of scores.entries()) {
      const validator = keys[(this.#rows.work_items.length * required + place) % keys.length]!.address;
      const runId = idOf(`run ${itemId} ${place}`);
      const claimedAt = from + (place + 1) * RUN_MILLISECONDS - RUN_MILLISECONDS / 2;
      const solved = Math.min(at.problemIds.length, Math.round(score * at.problemIds.length));
      this.#addRun({ version, at, itemId, runId, validator, claimedAt, score, solved });
    }
    return finalScoreOf(scores)!;
  }

  #addRun(run: {
    readonly version: Version;
    readonly at: { suiteId: number; problemIds: readonly string[]; phase: Phase; race: string };
    readonly itemId: string;
    readonly runId: string;
    readonly validator: string;
    readonly claimedAt: number;
    readonly score: number;
    readonly solved: number;
  }): void {
    const { version, at, itemId, runId, validator, claimedAt, score, solved } = run;
    const problems = at.problemIds.length;
    const completedAt = claimedAt + RUN_MILLISECONDS / 2;
    const number = this.#rows.runs.push({
      run_id: runId,
      work_item_id: itemId,
      agent_version_id: version.id,
      validator_hotkey: validator,
      status: 'SUCCESS',
      claimed_at: claimedAt,
      lease_expires_at: completedAt,
      last_heartbeat_at: completedAt,
      completed_at: completedAt,
      is_included: true,
      score,
      score_components: json({
        success_rate: solved / problems,
        total_problems: problems,
        successful_problems: solved,
        reasoning_coefficient: 1,
      }),
      failure_reason: null,
      failure_code: null,
      failure_owner: null,
      failure_confirmation: null,
      excuses: null,
      sandbox_metadata: json({ exit_code: 0, duration_seconds: 30 }),
      results_key: null,
      service_versions: json({ validator: '1.0.0' }),
      invalidated_at: null,
      invalidated_by: null,
      invalidation_reason: null,
    });
    const data = {
      agent_version_id: version.id,
      agent_name: version.name,
      version_number: version.number,
      miner_hotkey: version.hotkey,
      work_item_id: itemId,
      suite_id: at.suiteId,
      phase: at.phase,
      race_id: at.race === '' ? null : at.race,
      eval_run_id: runId,
      validator_hotkey: validator,
    };
    const tell = (what: string, when: number, why: string, more: Record<string, string | number> = {}) =>
      this.#newEvents.push({ who: validator, what, when, why, subject: `run ${runId}`, data: { ...data, ...more } });
    tell('run.claimed', claimedAt, 'It was its turn.');
    tell('run.started', claimedAt, 'The validator has begun.');
    const step = RUN_MILLISECONDS / 2 / problems;
    for (const [place, problemId] of at.problemIds.entries()) {
      const updatedAt = Math.round(claimedAt + (place + 1) * step);
      this.#rows.problem_results.push({
        run_id: runId,
        problem_id: problemId,
        status: place < solved ? 'SUCCESS' : 'FAILED',
        score: place < solved ? 1 : 0,
        reasoning_score: 1,
        summary: json({ ground_truth: 1, format: 1, field_matching: 0.5, cost: 0.001, searches: 4, views: 3 }),
        inference_failure_count: 0,
        inference_total: 8,
        execution_time: 12.5,
        logs_key: null,
        updated_at: updatedAt,
      });
      tell('run.progress', updatedAt, `${place + 1} of ${problems} problems are done.`, {
        done: place + 1,
        total: problems,
      });
    }
    tell('run.completed', completedAt, 'The validator has run the version on every problem.', { status: 'SUCCESS' });
    if (at.phase === 'QUALIFYING') this.#addAgencyReport(run, completedAt);
    if (number % AUDITED === 0) {
      this.#rows.audits.push({
        run_id: runId,
        kind: 'regrade',
        validator_hotkey: validator,
        chosen_at: completedAt,
        finished_at: completedAt + 1_000,
        problems,
        differ: 0,
        detail: null,
      });
    }
  }

  #addAgencyReport(run: { version: Version; runId: string; validator: string }, at: number): void {
    this.#rows.agency_reports.push({
      run_id: run.runId,
      agent_version_id: run.version.id,
      validator_hotkey: run.validator,
      probe_attempts: 2,
      scored_attempts: 14,
      search_followed: 8,
      search_of: 9,
      view_followed: 3,
      view_of: 4,
      recommend_followed: 2,
      recommend_of: 2,
      told_search: 0.25,
      told_recommendation: 0,
      request_shown: 1,
      searches_unsaid: 0,
      recommendations_unsaid: 0,
      report: json(sampleReport(counts([8, 9], [3, 4], [2, 2]))),
      reported_at: at,
    });
  }

  /** One race per day, each with a winner that was not champion before. */
  async #addRaces(suiteId: number, versions: readonly Version[]): Promise<string[]> {
    const { races } = this.#plan;
    const ids: string[] = [];
    let incumbent: Version | undefined;
    for (let number = 1; number <= races; number++) {
      const isNewest = number === races;
      const size = Math.min(versions.length, isNewest ? Math.max(SMALL_RACE, versions.length / 10) : SMALL_RACE);
      const first = ((number - 1) * SMALL_RACE) % Math.max(1, versions.length - size);
      const racers = versions.slice(first, first + size);
      const raceId = idOf(`race ${number} of ${this.#prepared.seed}`);
      await this.#addRace({ raceId, number, suiteId, racers, incumbent, isNewest });
      incumbent = racers.toSorted((one, other) => other.score - one.score)[0]!;
      ids.push(raceId);
    }
    return ids;
  }

  async #addRace(race: {
    readonly raceId: string;
    readonly number: number;
    readonly suiteId: number;
    readonly racers: readonly Version[];
    readonly incumbent: Version | undefined;
    readonly isNewest: boolean;
  }): Promise<void> {
    const { raceId, number, suiteId, racers, incumbent, isNewest } = race;
    const { database } = this.#arena;
    const closesAt = Math.round(this.#now - (this.#plan.races - number + 0.5) * DAY);
    const problems = sampleProblems(this.#prepared.problems, `race${number}-`);
    const setId = await database.withTransaction((transaction) =>
      storeProblems(transaction, 'race', problems, closesAt),
    );
    const problemIds = await this.#problemsOf(setId);
    const ranked = racers.toSorted((one, other) => other.score - one.score || one.submittedAt - other.submittedAt);
    const winner = ranked[0]!;
    const completedAt = closesAt + racers.length * 4 * RUN_MILLISECONDS;
    const commitment = sha256(`draw ${number}`);
    const ranking = ranked.map(({ id, hotkey, score }, place) => ({
      rank: place + 1,
      agent_version_id: id,
      miner_hotkey: hotkey,
      score,
    }));
    this.#rows.races.push({
      race_id: raceId,
      race_number: number,
      suite_id: suiteId,
      state: 'promoted',
      opens_at: closesAt - DAY,
      closes_at: closesAt,
      since: completedAt,
      created_at: closesAt - DAY,
      started_at: closesAt + 60_000,
      completed_at: completedAt,
      qualifying_threshold: 0.85,
      incumbent_version_id: incumbent?.id ?? null,
      draw_commitment: commitment,
      set_id: setId,
      scored_count: racers.length,
      winner_version_id: winner.id,
      winner_score: winner.score,
      reason: null,
      result: json({
        top_agent_version_id: winner.id,
        incumbent_agent_version_id: incumbent?.id ?? null,
        changed: true,
        why: incumbent === undefined ? 'NO_INCUMBENT' : 'MARGIN_CLEARED',
        threshold: incumbent?.score ?? null,
        margin: incumbent === undefined ? null : 0.01,
        days_as_top: incumbent === undefined ? null : 1,
        challengers_tried: racers.length,
        ranking,
        comparisons: racers.slice(1).map(({ id }) => ({
          agent_version_id: id,
          problems: problemIds.length,
          difference: 0.01,
          interval: [-0.05, 0.07],
          probability: 0.4,
          adjusted_probability: 1,
          tried: racers.length,
          remark: 'The difference may be chance.',
        })),
        judge_off: { same_top: true, top_agent_version_id: winner.id, why: 'NO_INCUMBENT', threshold: null, ranking },
      }),
      draw: json({ seed: sha256(`seed ${number}`), commitment }),
    });
    const tellRace = (what: string, when: number, data: NewEvent['data']) =>
      this.#newEvents.push({ who: 'arena', what, when, why: 'Its time had come.', subject: `race ${number}`, data });
    tellRace('race.committed', closesAt, { beacon: { kind: 'ledger' }, draw_commitment: commitment });
    tellRace('race.started', closesAt + 60_000, { beacon: { value: sha256(`beacon ${number}`) } });
    for (const [place, version] of ranked.entries()) {
      // One after another: a validator has one run at a time.
      const from = closesAt + 60_000 + place * 4 * RUN_MILLISECONDS;
      const raceScore = this.#evaluate(version, { suiteId, setId, problemIds, phase: 'RACE', race: raceId, from });
      this.#rows.racers.push({
        race_id: raceId,
        agent_version_id: version.id,
        hotkey: version.hotkey,
        qualification_type: version === incumbent ? 'INCUMBENT' : 'THRESHOLD',
        qualifying_score: version.score,
        race_score: raceScore,
        race_rank: place + 1,
        agency_factor: 0.9,
        score_without_agency: raceScore,
      });
    }
    tellRace('race.promoted', completedAt, { winner_agent_version_id: winner.id });
    const released = this.#rows.agent_versions.findIndex(({ agent_version_id }) => agent_version_id === winner.id);
    this.#rows.agent_versions[released] = {
      ...this.#rows.agent_versions[released]!,
      release_at: completedAt,
      released_at: completedAt,
    };
    this.#rows.tops.push({
      reign: number,
      agent_version_id: winner.id,
      hotkey: winner.hotkey,
      suite_id: suiteId,
      score: winner.score,
      race_id: raceId,
      crowned_at: completedAt,
      ended_at: isNewest ? null : completedAt + DAY,
    });
  }

  #openQualifying(suiteId: number): void {
    const number = this.#plan.races + 1;
    this.#rows.races.push({
      race_id: idOf(`race ${number} of ${this.#prepared.seed}`),
      race_number: number,
      suite_id: suiteId,
      state: 'qualifying_open',
      opens_at: this.#now - DAY / 2,
      closes_at: this.#now + DAY / 2,
      since: this.#now - DAY / 2,
      created_at: this.#now - DAY / 2,
      started_at: null,
      completed_at: null,
      qualifying_threshold: null,
      incumbent_version_id: null,
      draw_commitment: null,
      set_id: null,
      scored_count: 0,
      winner_version_id: null,
      winner_score: null,
      reason: null,
      result: null,
      draw: null,
    });
  }

  /** Second versions: each validator runs one of the first, and the others wait. */
  #queue(suiteId: number, setId: string, versions: readonly Version[], codeHash: string): void {
    const keys = this.#prepared.validatorKeys;
    const { leaseSeconds, requiredSuccesses } = this.#arena.policy.queue;
    for (const [index, first] of versions.slice(0, this.#plan.pending).entries()) {
      const submittedAt = this.#now - (this.#plan.pending - index) * 1_000;
      const version = this.#addVersion(suiteId, codeHash, { ...first, number: 2, submittedAt });
      const itemId = idOf(`item ${version.id} `);
      this.#rows.work_items.push({
        work_item_id: itemId,
        agent_version_id: version.id,
        suite_id: suiteId,
        phase: 'QUALIFYING',
        race_id: '',
        round: 0,
        set_id: setId,
        required_successes: requiredSuccesses,
        queued_at: submittedAt,
        priority: 0,
        closed_at: null,
        close_reason: null,
        disagreement_at: null,
      });
      const validator = keys[index]?.address;
      if (validator === undefined) continue;
      const runId = idOf(`run ${itemId} 0`);
      this.#rows.runs.push({
        run_id: runId,
        work_item_id: itemId,
        agent_version_id: version.id,
        validator_hotkey: validator,
        status: 'RUNNING',
        claimed_at: this.#now,
        lease_expires_at: this.#now + leaseSeconds * 1_000,
        last_heartbeat_at: this.#now,
        completed_at: null,
        is_included: false,
        score: null,
        score_components: null,
        failure_reason: null,
        failure_code: null,
        failure_owner: null,
        failure_confirmation: null,
        excuses: null,
        sandbox_metadata: null,
        results_key: null,
        service_versions: null,
        invalidated_at: null,
        invalidated_by: null,
        invalidation_reason: null,
      });
      const data = { agent_version_id: version.id, eval_run_id: runId, validator_hotkey: validator };
      const told = { who: validator, when: this.#now, subject: `run ${runId}`, data };
      this.#newEvents.push({ ...told, what: 'run.claimed', why: 'It was its turn.' });
      this.#newEvents.push({ ...told, what: 'run.started', why: 'The validator has begun.' });
    }
  }
}

function idOf(text: string): string {
  const hash = sha256(text);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
