import { Command } from 'commander';
import { auditEventsSchema } from '../../../board/wire.ts';
import { type ListOptions, showList, withListOptions } from '../../arena/admin-list.ts';
import { timestamp } from '../../arena/arguments.ts';
import { ledgerNameOf } from '../../arena/find-id.ts';
import { shortHotkey } from '../../output/format-hotkey.ts';
import { timestampText } from '../../output/format-time.ts';
import { shortIds } from '../../output/short-ids.ts';

interface Options extends ListOptions {
  readonly action?: string;
  readonly actor?: string;
  readonly target?: string;
  readonly since?: string;
  readonly until?: string;
}

export function adminEventsCommand(): Command {
  const command = new Command('events')
    .option('--action <what>', 'only this, such as version.discarded')
    .option('--actor <hotkey>', 'only actions of this hotkey; `arena` for those of the arena itself')
    .option(
      '--target <id>',
      'only actions on the version, run or race with this id or these first digits, on the race or epoch with this number, or on this hotkey',
    )
    .option('--since <timestamp>', 'only events at or after this time', timestamp)
    .option('--until <timestamp>', 'only events at or before this time', timestamp);
  return withListOptions(command).action((options: Options) =>
    showList(options, {
      path: '/v1/admin/audit-events',
      query: async (arena) => ({
        action: options.action,
        actor_hotkey: options.actor,
        target_id: options.target === undefined ? undefined : await ledgerNameOf(arena, options.target),
        since: options.since,
        until: options.until,
      }),
      answer: auditEventsSchema,
      head: ['event', 'when', 'who', 'what', 'about', 'why'],
      rows: ({ events }) => {
        const short = shortIds(events.map((event) => event.target_id));
        return events.map((event) => [
          event.sequence,
          timestampText(event.created_at),
          shortHotkey(event.actor_hotkey),
          event.action,
          `${event.target_type} ${short(event.target_id)}`.trim(),
          event.reason,
        ]);
      },
      none: 'No matching events.',
    }),
  );
}
