import { Command, Option } from 'commander';
import { adminRunsSchema, runStatusSchema } from '../../../board/wire.ts';
import { type ListOptions, showList, withListOptions } from '../../arena/admin-list.ts';
import { address, id } from '../../arena/arguments.ts';
import { idOf } from '../../arena/find-id.ts';
import { shortHotkey } from '../../output/format-hotkey.ts';
import { scoreText } from '../../output/format-score.ts';
import { timestampText } from '../../output/format-time.ts';
import { shortIds } from '../../output/short-ids.ts';

interface Options extends ListOptions {
  readonly agentVersion?: string;
  readonly validator?: string;
  readonly status?: string;
  readonly phase?: string;
}

export function adminRunsCommand(): Command {
  const command = new Command('runs')
    .option('--agent-version <id>', 'only of this version; the first digits are enough', id)
    .option('--validator <hotkey>', 'only by this validator', address)
    .addOption(new Option('--status <status>', 'only with this status').choices(runStatusSchema.options))
    .addOption(new Option('--phase <phase>', 'only of this phase').choices(['QUALIFYING', 'RACE']));
  return withListOptions(command).action((options: Options) =>
    showList(options, {
      path: '/v1/admin/evaluation-runs',
      query: async (arena) => ({
        agent_version_id:
          options.agentVersion === undefined ? undefined : await idOf(arena, 'versions', options.agentVersion),
        validator_hotkey: options.validator,
        status: options.status,
        phase: options.phase,
      }),
      answer: adminRunsSchema,
      head: ['run', 'version', 'validator', 'phase', 'status', 'score', 'counts', 'claimed', 'owner', 'reason'],
      rows: ({ evaluation_runs }) => {
        const shortRun = shortIds(evaluation_runs.map((run) => run.run_id));
        const shortVersion = shortIds(evaluation_runs.map((run) => run.agent_version_id));
        return evaluation_runs.map((run) => [
          shortRun(run.run_id),
          shortVersion(run.agent_version_id),
          shortHotkey(run.validator_hotkey),
          run.race_number === null ? run.phase : `${run.phase} ${run.race_number}`,
          run.status,
          scoreText(run.score),
          run.invalidated_at !== null ? 'invalidated' : run.is_included ? 'yes' : 'no',
          timestampText(run.claimed_at),
          run.failure_owner ?? '',
          run.invalidation_reason ?? run.failure_reason ?? '',
        ]);
      },
      none: 'No matching runs.',
    }),
  );
}
