import { Command } from 'commander';
import { type AdminVersionsWire, adminVersionsSchema } from '../../../board/wire.ts';
import { type ListOptions, showList, withListOptions } from '../../arena/admin-list.ts';
import { address } from '../../arena/arguments.ts';
import { shortHotkey } from '../../output/format-hotkey.ts';
import { scoreText } from '../../output/format-score.ts';
import { timestampText } from '../../output/format-time.ts';
import { shortIds } from '../../output/short-ids.ts';
import { suiteNumberOption } from '../../shared-options.ts';

interface Options extends ListOptions {
  readonly contestant?: string;
  readonly suite?: number;
  readonly flagged?: boolean;
  readonly discarded?: boolean;
  readonly eligible?: boolean;
}

type Version = AdminVersionsWire['agent_versions'][number];

export function adminVersionsCommand(): Command {
  const command = new Command('versions')
    .option('--contestant <hotkey>', 'only of this contestant', address)
    .addOption(suiteNumberOption())
    .option('--flagged', 'only flagged ones')
    .option('--discarded', 'only discarded ones')
    .option('--eligible', 'only those that have a score');
  return withListOptions(command).action((options: Options) =>
    showList(options, {
      path: '/v1/admin/agent-versions',
      query: {
        miner_hotkey: options.contestant,
        suite_id: options.suite,
        is_flagged: options.flagged,
        is_discarded: options.discarded,
        is_eligible: options.eligible,
      },
      answer: adminVersionsSchema,
      head: ['version', 'agent', 'number', 'hotkey', 'submitted', 'score', 'runs', 'active', ''],
      rows: ({ agent_versions }) => {
        const short = shortIds(agent_versions.map((version) => version.agent_version_id));
        return agent_versions.map((version) => [
          short(version.agent_version_id),
          version.agent_name,
          version.version_number,
          shortHotkey(version.miner_hotkey),
          timestampText(version.created_at),
          scoreText(version.final_score),
          version.work_item_included_success_count ?? 0,
          version.active_run_count ?? 0,
          marks(version).join(', '),
        ]);
      },
      none: 'No matching versions.',
    }),
  );
}

function marks(version: Version): string[] {
  const all: [mark: string, holds: boolean | null][] = [
    ['champion', version.is_current_top],
    ['flagged', version.is_flagged],
    ['cancelled', version.is_cancelled],
    ['discarded', version.is_discarded],
    ['eliminated', version.eliminated_at !== null],
    ['banned', version.is_miner_banned],
    ['closed', version.work_item_is_closed],
  ];
  return all.filter(([, holds]) => holds === true).map(([mark]) => mark);
}
