import type { CreateTableBuilder } from 'kysely';
import type { ColumnType, Migration, RoomMigrations } from '../../store/database.ts';

/** `!` means not null. */
type Columns = Readonly<Record<string, ColumnType | `${ColumnType}!`>>;

const contestants: Migration = {
  name: '0001-contestants',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('contestants'), {
      hotkey: 'text!',
      first_seen_at: 'bigint!',
      next_allowed_at: 'bigint!',
      last_submitted_at: 'bigint',
    }).addPrimaryKeyConstraint('contestants_key', ['hotkey']),
    columns(schema.createTable('agents'), {
      agent_id: 'text!',
      hotkey: 'text!',
      name: 'text!',
      created_at: 'bigint!',
    })
      .addPrimaryKeyConstraint('agents_key', ['agent_id'])
      .addUniqueConstraint('agents_name', ['hotkey', 'name']),
    columns(schema.createTable('agent_versions'), {
      agent_version_id: 'text!',
      agent_id: 'text!',
      hotkey: 'text!',
      version_number: 'integer!',
      code_sha256: 'text!',
      code_bytes: 'integer!',
      submitted_at: 'bigint!',
      findings: 'json!',
      is_flagged: 'boolean!',
      cancelled_at: 'bigint',
      cancel_reason: 'text',
      release_at: 'bigint',
      released_at: 'bigint',
    })
      .addPrimaryKeyConstraint('agent_versions_key', ['agent_version_id'])
      .addUniqueConstraint('agent_versions_number', ['agent_id', 'version_number'])
      .addForeignKeyConstraint('agent_versions_agent', ['agent_id'], 'agents', ['agent_id']),
    schema.createIndex('agent_versions_by_hotkey').on('agent_versions').columns(['hotkey', 'submitted_at']),
    schema.createIndex('agent_versions_by_release').on('agent_versions').columns(['release_at']),
    schema.createIndex('agent_versions_by_time').on('agent_versions').columns(['submitted_at']),
    columns(schema.createTable('submission_receipts'), {
      hotkey: 'text!',
      idempotency_key: 'text!',
      request_hash: 'text!',
      answer: 'json!',
      answered_at: 'bigint!',
    }).addPrimaryKeyConstraint('submission_receipts_key', ['hotkey', 'idempotency_key']),
    columns(schema.createTable('code_marks'), {
      agent_version_id: 'text!',
      mark: 'bigint!',
      line: 'integer!',
    }).addPrimaryKeyConstraint('code_marks_key', ['agent_version_id', 'mark']),
    schema.createIndex('code_marks_by_mark').on('code_marks').columns(['mark']),
    columns(schema.createTable('near_copies'), {
      agent_version_id: 'text!',
      other_version_id: 'text!',
      shared_share: 'double precision!',
      line_pairs: 'json!',
      noted_at: 'bigint!',
    }).addPrimaryKeyConstraint('near_copies_key', ['agent_version_id', 'other_version_id']),
  ],
};

const exam: Migration = {
  name: '0002-exam',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('problem_sets'), {
      set_id: 'text!',
      kind: 'text!',
      size: 'integer!',
      created_at: 'bigint!',
    }).addPrimaryKeyConstraint('problem_sets_key', ['set_id']),
    columns(schema.createTable('set_problems'), {
      set_id: 'text!',
      position: 'integer!',
      problem_id: 'text!',
      source_id: 'text!',
      category: 'text!',
      difficulty: 'text!',
      record: 'json!',
    })
      .addPrimaryKeyConstraint('set_problems_key', ['set_id', 'problem_id'])
      .addUniqueConstraint('set_problems_position', ['set_id', 'position'])
      .addForeignKeyConstraint('set_problems_set', ['set_id'], 'problem_sets', ['set_id']),
    columns(schema.createTable('suites'), {
      suite_id: 'integer!',
      suite_version: 'integer!',
      name: 'text!',
      set_id: 'text!',
      is_active: 'boolean!',
      is_public: 'boolean!',
      created_at: 'bigint!',
      activated_at: 'bigint',
    })
      .addPrimaryKeyConstraint('suites_key', ['suite_id'])
      .addForeignKeyConstraint('suites_set', ['set_id'], 'problem_sets', ['set_id']),
    columns(schema.createTable('entries'), {
      agent_version_id: 'text!',
      suite_id: 'integer!',
      final_score: 'double precision',
      success_rate: 'double precision',
      reasoning_coefficient: 'double precision',
      eligible_at: 'bigint',
      discarded_at: 'bigint',
      discard_reason: 'text',
      eliminated_at: 'bigint',
      eliminate_reason: 'text',
    })
      .addPrimaryKeyConstraint('entries_key', ['agent_version_id', 'suite_id'])
      .addForeignKeyConstraint('entries_version', ['agent_version_id'], 'agent_versions', ['agent_version_id']),
    schema.createIndex('entries_by_score').on('entries').columns(['suite_id', 'final_score']),
  ],
};

const queue: Migration = {
  name: '0003-queue',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('work_items'), {
      work_item_id: 'text!',
      agent_version_id: 'text!',
      suite_id: 'integer!',
      phase: 'text!',
      race_id: 'text!',
      round: 'integer!',
      set_id: 'text!',
      required_successes: 'integer!',
      queued_at: 'bigint!',
      priority: 'integer!',
      closed_at: 'bigint',
      close_reason: 'text',
      disagreement_at: 'bigint',
    })
      .addPrimaryKeyConstraint('work_items_key', ['work_item_id'])
      .addUniqueConstraint('work_items_once', ['agent_version_id', 'suite_id', 'phase', 'race_id', 'round'])
      .addForeignKeyConstraint('work_items_version', ['agent_version_id'], 'agent_versions', ['agent_version_id'])
      .addForeignKeyConstraint('work_items_set', ['set_id'], 'problem_sets', ['set_id']),
    schema.createIndex('work_items_open').on('work_items').columns(['closed_at', 'priority', 'queued_at']),
    schema.createIndex('work_items_by_race').on('work_items').columns(['race_id']),
    columns(schema.createTable('runs'), {
      run_id: 'text!',
      work_item_id: 'text!',
      agent_version_id: 'text!',
      validator_hotkey: 'text!',
      status: 'text!',
      claimed_at: 'bigint!',
      lease_expires_at: 'bigint!',
      last_heartbeat_at: 'bigint',
      completed_at: 'bigint',
      is_included: 'boolean!',
      score: 'double precision',
      score_components: 'json',
      failure_reason: 'text',
      failure_owner: 'text',
      sandbox_metadata: 'json',
      results_key: 'text',
      service_versions: 'json',
      invalidated_at: 'bigint',
      invalidated_by: 'text',
      invalidation_reason: 'text',
    })
      .addPrimaryKeyConstraint('runs_key', ['run_id'])
      .addForeignKeyConstraint('runs_item', ['work_item_id'], 'work_items', ['work_item_id']),
    schema.createIndex('runs_by_item').on('runs').columns(['work_item_id', 'status']),
    schema.createIndex('runs_by_validator').on('runs').columns(['validator_hotkey', 'status']),
    schema.createIndex('runs_by_version').on('runs').columns(['agent_version_id', 'claimed_at']),
    schema.createIndex('runs_by_lease').on('runs').columns(['status', 'lease_expires_at']),
    columns(schema.createTable('problem_results'), {
      run_id: 'text!',
      problem_id: 'text!',
      status: 'text!',
      score: 'double precision',
      reasoning_score: 'double precision',
      summary: 'json',
      inference_failure_count: 'integer',
      inference_total: 'integer',
      execution_time: 'double precision',
      logs_key: 'text',
      updated_at: 'bigint!',
    })
      .addPrimaryKeyConstraint('problem_results_key', ['run_id', 'problem_id'])
      .addForeignKeyConstraint('problem_results_run', ['run_id'], 'runs', ['run_id']),
    columns(schema.createTable('uploads'), {
      upload_key: 'text!',
      run_id: 'text!',
      problem_id: 'text!',
      content_length: 'integer!',
      content_type: 'text!',
      expires_at: 'bigint!',
      sha256: 'text',
      stored_at: 'bigint',
    })
      .addPrimaryKeyConstraint('uploads_key', ['upload_key'])
      .addForeignKeyConstraint('uploads_run', ['run_id'], 'runs', ['run_id']),
    schema.createIndex('uploads_by_run').on('uploads').columns(['run_id']),
    columns(schema.createTable('validators'), {
      hotkey: 'text!',
      name: 'text',
      registered_at: 'bigint!',
      last_claim_at: 'bigint',
      last_seen_at: 'bigint',
      max_concurrent_runs: 'integer!',
      service_versions: 'json',
      cpu_pct: 'double precision',
      ram_pct: 'double precision',
      disk_pct: 'double precision',
      docker_container_count: 'integer',
      metrics_at: 'bigint',
    }).addPrimaryKeyConstraint('validators_key', ['hotkey']),
    columns(schema.createTable('stops'), {
      name: 'text!',
      reason: 'text!',
      stopped_by: 'text!',
      stopped_at: 'bigint!',
      release_at: 'bigint',
    }).addPrimaryKeyConstraint('stops_key', ['name']),
    columns(schema.createTable('bans'), {
      hotkey: 'text!',
      role: 'text!',
      reason: 'text!',
      banned_by: 'text!',
      banned_at: 'bigint!',
    }).addPrimaryKeyConstraint('bans_key', ['hotkey', 'role']),
    columns(schema.createTable('inference_credentials'), {
      hotkey: 'text!',
      provider: 'text!',
      sealed: 'blob!',
      is_default: 'boolean!',
      updated_at: 'bigint!',
    }).addPrimaryKeyConstraint('inference_credentials_key', ['hotkey', 'provider']),
  ],
};

const race: Migration = {
  name: '0004-race',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('races'), {
      race_id: 'text!',
      race_number: 'integer!',
      suite_id: 'integer!',
      state: 'text!',
      opens_at: 'bigint!',
      closes_at: 'bigint!',
      since: 'bigint!',
      created_at: 'bigint!',
      started_at: 'bigint',
      completed_at: 'bigint',
      qualifying_threshold: 'double precision',
      incumbent_version_id: 'text',
      draw_commitment: 'text',
      set_id: 'text',
      scored_count: 'integer!',
      winner_version_id: 'text',
      winner_score: 'double precision',
      reason: 'text',
      result: 'json',
      draw: 'json',
    })
      .addPrimaryKeyConstraint('races_key', ['race_id'])
      .addUniqueConstraint('races_number', ['race_number']),
    columns(schema.createTable('racers'), {
      race_id: 'text!',
      agent_version_id: 'text!',
      hotkey: 'text!',
      qualification_type: 'text!',
      qualifying_score: 'double precision!',
      race_score: 'double precision',
      race_rank: 'integer',
    })
      .addPrimaryKeyConstraint('racers_key', ['race_id', 'agent_version_id'])
      .addForeignKeyConstraint('racers_race', ['race_id'], 'races', ['race_id'])
      .addForeignKeyConstraint('racers_version', ['agent_version_id'], 'agent_versions', ['agent_version_id']),
    schema.createIndex('racers_by_version').on('racers').columns(['agent_version_id']),
    columns(schema.createTable('race_pins'), {
      hotkey: 'text!',
      agent_version_id: 'text!',
      pinned_at: 'bigint!',
    }).addPrimaryKeyConstraint('race_pins_key', ['hotkey']),
    columns(schema.createTable('exposures'), {
      race_id: 'text!',
      agent_version_id: 'text!',
      validator_hotkey: 'text!',
      exposed_at: 'bigint!',
    }).addPrimaryKeyConstraint('exposures_key', ['race_id', 'agent_version_id', 'validator_hotkey']),
    columns(schema.createTable('tops'), {
      reign: 'integer!',
      agent_version_id: 'text!',
      hotkey: 'text!',
      suite_id: 'integer!',
      score: 'double precision!',
      race_id: 'text',
      crowned_at: 'bigint!',
      ended_at: 'bigint',
    }).addPrimaryKeyConstraint('tops_key', ['reign']),
    columns(schema.createTable('weight_epochs'), {
      epoch: 'integer!',
      pinned_at: 'bigint!',
      top_hotkey: 'text',
      share: 'double precision!',
      finishers: 'json!',
    }).addPrimaryKeyConstraint('weight_epochs_key', ['epoch']),
    columns(schema.createTable('waitlist'), {
      email: 'text!',
      source: 'text!',
      joined_at: 'bigint!',
    }).addPrimaryKeyConstraint('waitlist_key', ['email']),
  ],
};

const licences: Migration = {
  name: '0005-licences',
  statements: ({ queries: { schema } }) => [schema.alterTable('agent_versions').addColumn('licence', 'text')],
};

const beacon: Migration = {
  name: '0006-beacon',
  statements: ({ queries: { schema } }) => [
    schema.alterTable('validators').addColumn('signed_request', 'json'),
    schema.alterTable('validators').addColumn('signed_at', 'bigint'),
  ],
};

const agency: Migration = {
  name: '0007-agency',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('agency_reports'), {
      run_id: 'text!',
      agent_version_id: 'text!',
      validator_hotkey: 'text!',
      probe_attempts: 'integer!',
      scored_attempts: 'integer!',
      search_followed: 'integer!',
      search_of: 'integer!',
      view_followed: 'integer!',
      view_of: 'integer!',
      recommend_followed: 'integer!',
      recommend_of: 'integer!',
      told_search: 'double precision!',
      told_recommendation: 'double precision!',
      request_shown: 'double precision!',
      searches_unsaid: 'double precision',
      recommendations_unsaid: 'double precision',
      report: 'json!',
      reported_at: 'bigint!',
    })
      .addPrimaryKeyConstraint('agency_reports_key', ['run_id'])
      .addForeignKeyConstraint('agency_reports_run', ['run_id'], 'runs', ['run_id']),
    schema.createIndex('agency_reports_by_version').on('agency_reports').columns(['agent_version_id']),
    schema.alterTable('entries').addColumn('agency_factor', 'double precision'),
    schema.alterTable('entries').addColumn('score_without_agency', 'double precision'),
    schema.alterTable('racers').addColumn('agency_factor', 'double precision'),
    schema.alterTable('racers').addColumn('score_without_agency', 'double precision'),
  ],
};

const excuses: Migration = {
  name: '0009-excuses',
  statements: ({ queries: { schema } }) => [
    schema.alterTable('runs').addColumn('excuses', 'json'),
    schema.alterTable('runs').addColumn('failure_confirmation', 'json'),
  ],
};

const twins: Migration = {
  name: '0010-twins',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('twin_sets'), {
      set_id: 'text!',
      suite_id: 'integer!',
      added_at: 'bigint!',
    })
      .addPrimaryKeyConstraint('twin_sets_key', ['set_id', 'suite_id'])
      .addForeignKeyConstraint('twin_sets_set', ['set_id'], 'problem_sets', ['set_id']),
    columns(schema.createTable('item_twins'), {
      work_item_id: 'text!',
      problem_id: 'text!',
      set_id: 'text!',
    })
      .addPrimaryKeyConstraint('item_twins_key', ['work_item_id', 'problem_id'])
      .addForeignKeyConstraint('item_twins_item', ['work_item_id'], 'work_items', ['work_item_id']),
    schema.alterTable('entries').addColumn('twin_comparison', 'json'),
    schema.alterTable('entries').addColumn('twin_looks', 'integer'),
    schema.alterTable('entries').addColumn('score_on_public', 'double precision'),
  ],
};

const audit: Migration = {
  name: '0012-audit',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('run_evidence'), {
      run_id: 'text!',
      problem_id: 'text!',
      attempt_id: 'text!',
      receipt_hash: 'text!',
      mark: 'text',
    })
      .addPrimaryKeyConstraint('run_evidence_key', ['run_id', 'problem_id'])
      .addForeignKeyConstraint('run_evidence_run', ['run_id'], 'runs', ['run_id']),
    schema.createIndex('run_evidence_by_mark').on('run_evidence').columns(['mark']),
    columns(schema.createTable('audits'), {
      run_id: 'text!',
      kind: 'text!',
      validator_hotkey: 'text!',
      chosen_at: 'bigint!',
      finished_at: 'bigint',
      problems: 'integer!',
      differ: 'integer!',
      detail: 'json',
    })
      .addPrimaryKeyConstraint('audits_key', ['run_id', 'kind'])
      .addForeignKeyConstraint('audits_run', ['run_id'], 'runs', ['run_id']),
    schema.createIndex('audits_by_validator').on('audits').columns(['validator_hotkey', 'chosen_at']),
    columns(schema.createTable('exclusions'), {
      hotkey: 'text!',
      reason: 'text!',
      excluded_at: 'bigint!',
      lifted_at: 'bigint',
    }).addPrimaryKeyConstraint('exclusions_key', ['hotkey']),
  ],
};

const failureCode: Migration = {
  name: '0013-failure-code',
  statements: ({ queries: { schema } }) => [schema.alterTable('runs').addColumn('failure_code', 'text')],
};

const corpus: Migration = {
  name: '0014-corpus',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('corpus_withdrawals'), {
      agent_version_id: 'text!',
      hotkey: 'text!',
      withdrawn_at: 'bigint!',
    })
      .addPrimaryKeyConstraint('corpus_withdrawals_key', ['agent_version_id'])
      .addForeignKeyConstraint('corpus_withdrawals_version', ['agent_version_id'], 'agent_versions', [
        'agent_version_id',
      ]),
    columns(schema.createTable('corpus_releases'), {
      release_number: 'integer!',
      name: 'text!',
      published_at: 'bigint!',
      manifest_sha256: 'text!',
      summary: 'json!',
      files: 'json!',
    }).addPrimaryKeyConstraint('corpus_releases_key', ['release_number']),
  ],
};

const copies: Migration = {
  name: '0015-copies',
  statements: ({ queries: { schema } }) => [
    schema.alterTable('agent_versions').addColumn('code_form', 'text'),
    schema.alterTable('agent_versions').addColumn('copy_of', 'text'),
    schema.alterTable('agent_versions').addColumn('copy_cleared_at', 'bigint'),
    schema.createIndex('agent_versions_by_form').on('agent_versions').columns(['code_form']),
    schema.createIndex('agent_versions_by_code').on('agent_versions').columns(['code_sha256']),
  ],
};

const readIndexes: Migration = {
  name: '0016-read-indexes',
  statements: ({ queries: { schema } }) => [
    schema.createIndex('racers_by_hotkey').on('racers').columns(['hotkey']),
    schema.createIndex('audits_by_end').on('audits').columns(['finished_at', 'run_id', 'kind']),
  ],
};

const names: Migration = {
  name: '0017-names-and-models',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('profiles'), {
      hotkey: 'text!',
      name: 'text',
      name_form: 'text',
      link: 'text',
      updated_at: 'bigint!',
    })
      .addPrimaryKeyConstraint('profiles_key', ['hotkey'])
      .addUniqueConstraint('profiles_name_form', ['name_form']),
    columns(schema.createTable('version_models'), {
      agent_version_id: 'text!',
      model: 'text!',
    })
      .addPrimaryKeyConstraint('version_models_key', ['agent_version_id', 'model'])
      .addForeignKeyConstraint('version_models_version', ['agent_version_id'], 'agent_versions', ['agent_version_id']),
  ],
};

const webhooks: Migration = {
  name: '0018-webhooks',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('webhooks'), {
      webhook_id: 'text!',
      hotkey: 'text!',
      scope: 'text!',
      kinds: 'json!',
      host: 'text!',
      sealed: 'blob!',
      created_at: 'bigint!',
      after_sequence: 'bigint!',
      failed_in_a_row: 'integer!',
      dropped: 'integer!',
      disabled_at: 'bigint',
    }).addPrimaryKeyConstraint('webhooks_key', ['webhook_id']),
    schema.createIndex('webhooks_by_hotkey').on('webhooks').columns(['hotkey']),
    columns(schema.createTable('webhook_deliveries'), {
      delivery_id: 'text!',
      webhook_id: 'text!',
      kind: 'text!',
      sequence: 'bigint',
      body: 'text!',
      status: 'text!',
      attempts: 'integer!',
      next_at: 'bigint!',
      created_at: 'bigint!',
      ended_at: 'bigint',
      response: 'text',
    })
      .addPrimaryKeyConstraint('webhook_deliveries_key', ['delivery_id'])
      .addForeignKeyConstraint('webhook_deliveries_webhook', ['webhook_id'], 'webhooks', ['webhook_id']),
    schema.createIndex('webhook_deliveries_by_time').on('webhook_deliveries').columns(['status', 'next_at']),
    schema.createIndex('webhook_deliveries_by_webhook').on('webhook_deliveries').columns(['webhook_id', 'created_at']),
    columns(schema.createTable('webhook_progress'), {
      one: 'integer!',
      sequence: 'bigint!',
    }).addPrimaryKeyConstraint('webhook_progress_key', ['one']),
  ],
};

const resultIndex: Migration = {
  name: '0019-results-by-problem',
  statements: ({ queries: { schema } }) => [
    // With run and status, a count of the attempts at a problem reads the index only.
    schema.createIndex('problem_results_by_problem').on('problem_results').columns(['problem_id', 'run_id', 'status']),
  ],
};

const presence: Migration = {
  name: '0020-presence',
  statements: ({ queries: { schema } }) => [
    columns(schema.createTable('presence'), {
      who: 'text!',
      hour: 'bigint!',
      slots: 'integer!',
    }).addPrimaryKeyConstraint('presence_key', ['who', 'hour']),
  ],
};

export const arenaMigrations: RoomMigrations = {
  room: 'arena',
  migrations: [
    contestants,
    exam,
    queue,
    race,
    licences,
    beacon,
    agency,
    excuses,
    twins,
    audit,
    failureCode,
    corpus,
    copies,
    readIndexes,
    names,
    webhooks,
    resultIndex,
    presence,
  ],
};

function columns<Table extends string>(
  table: CreateTableBuilder<Table, never>,
  named: Columns,
): CreateTableBuilder<Table, string> {
  let built: CreateTableBuilder<Table, string> = table;
  for (const [name, type] of Object.entries(named)) {
    const required = type.endsWith('!');
    const plain = (required ? type.slice(0, -1) : type) as ColumnType;
    built = built.addColumn(name, plain, (column) => (required ? column.notNull() : column));
  }
  return built;
}
