import { Command } from 'commander';
import { adminMinersSchema } from '../../../board/wire.ts';
import { type ListOptions, showList, withListOptions } from '../../arena/admin-list.ts';
import { durationText, timestampText } from '../../output/format-time.ts';

export function adminMinersCommand(): Command {
  const command = new Command('miners').option('--banned', 'only banned ones');
  return withListOptions(command).action((options: ListOptions & { readonly banned?: boolean }) =>
    showList(options, {
      path: '/v1/admin/miners',
      query: { is_banned: options.banned },
      answer: adminMinersSchema,
      head: ['hotkey', 'agents', 'here since', 'submitted last', 'cooldown', 'banned'],
      rows: ({ miners }) =>
        miners.map((miner) => [
          miner.miner_hotkey,
          miner.agent_count,
          timestampText(miner.registered_at),
          miner.last_submitted_at === null ? '–' : timestampText(miner.last_submitted_at),
          miner.cooldown_remaining_seconds === 0 ? '–' : durationText(miner.cooldown_remaining_seconds),
          miner.is_banned ? (miner.ban_reason ?? 'yes') : '',
        ]),
      none: 'No matching contestants.',
    }),
  );
}
