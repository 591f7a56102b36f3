import { Command } from 'commander';
import { adminValidatorsSchema } from '../../../board/wire.ts';
import { type ListOptions, showList, withListOptions } from '../../arena/admin-list.ts';
import { percentText } from '../../output/format-score.ts';
import { timestampText } from '../../output/format-time.ts';

export function adminValidatorsCommand(): Command {
  const command = new Command('validators').option('--banned', 'only banned ones');
  return withListOptions(command).action((options: ListOptions & { readonly banned?: boolean }) =>
    showList(options, {
      path: '/v1/admin/validators',
      query: { is_banned: options.banned },
      answer: adminValidatorsSchema,
      head: ['hotkey', 'name', 'status', 'holds', 'may hold', 'seen last', 'uptime 24 h', 'banned'],
      rows: ({ validators }) =>
        validators.map((validator) => [
          validator.hotkey,
          validator.name ?? '',
          validator.status,
          validator.active_runs,
          validator.max_concurrent_runs,
          validator.last_seen_at === null ? '–' : timestampText(validator.last_seen_at),
          typeof validator.uptime_24_hours === 'number' ? percentText(validator.uptime_24_hours) : '–',
          validator.is_banned ? (validator.ban_reason ?? 'yes') : '',
        ]),
      none: 'No validator has asked for work yet.',
    }),
  );
}
