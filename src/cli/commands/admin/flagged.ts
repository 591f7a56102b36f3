import { Command } from 'commander';
import { flaggedSchema } from '../../../board/wire.ts';
import { type ListOptions, showList, withListOptions } from '../../arena/admin-list.ts';
import { shortHotkey } from '../../output/format-hotkey.ts';
import { percentText } from '../../output/format-score.ts';
import { timestampText } from '../../output/format-time.ts';
import { shortIds } from '../../output/short-ids.ts';

export function adminFlaggedCommand(): Command {
  const command = new Command('flagged');
  return withListOptions(command).action((options: ListOptions) =>
    showList(options, {
      path: '/v1/admin/submissions/flagged',
      answer: flaggedSchema,
      head: ['version', 'agent', 'number', 'hotkey', 'submitted', 'noted', 'copies', 'shared'],
      rows: ({ submissions }) => {
        const short = shortIds(submissions.map((version) => version.agent_version_id));
        return submissions.map((version) => [
          short(version.agent_version_id),
          version.agent_name,
          version.version_number,
          shortHotkey(version.miner_hotkey),
          timestampText(version.submitted_at),
          [...new Set(version.findings.map(({ code, line }) => `${code} on line ${line}`))].join(', '),
          version.near_copies,
          version.highest_shared_share === null ? '–' : percentText(version.highest_shared_share),
        ]);
      },
      none: 'Nothing is flagged.',
    }),
  );
}
