import { Command } from 'commander';
import { type NearCopiesWire, nearCopiesSchema } from '../../../board/wire.ts';
import { type ListOptions, showList, withListOptions } from '../../arena/admin-list.ts';
import { id } from '../../arena/arguments.ts';
import { idOf } from '../../arena/find-id.ts';
import { shortHotkey } from '../../output/format-hotkey.ts';
import { oneLine } from '../../output/format-line.ts';
import { percentText } from '../../output/format-score.ts';
import { shortIds } from '../../output/short-ids.ts';
import { table } from '../../output/table.ts';

type NearCopy = NearCopiesWire['near_copies'][number];
type Side = NearCopy['version'];

const SHOWN_LINES = 12;

export function adminCopiesCommand(): Command {
  const command = new Command('copies').argument('[version]', 'only pairs that include this version', id);
  return withListOptions(command, 20, 100).action((version: string | undefined, options: ListOptions) =>
    showList(options, {
      path: '/v1/admin/submissions/near-copies',
      query: async (arena) => ({
        agent_version_id: version === undefined ? undefined : await idOf(arena, 'versions', version),
      }),
      answer: nearCopiesSchema,
      head: ['version', '', 'resembles', '', 'shared'],
      rows: ({ near_copies }) => {
        const short = shortIds(near_copies.flatMap(({ version: one, other }) => [one, other].map(idOfSide)));
        return near_copies.map((copy) => [
          short(copy.version.agent_version_id),
          nameOf(copy.version),
          short(copy.other.agent_version_id),
          nameOf(copy.other),
          percentText(copy.shared_share),
        ]);
      },
      none: 'No version resembles another contestant’s.',
      beside: ({ near_copies }, terminal) => {
        for (const copy of near_copies) terminal.print(`\n${linesOf(copy)}`);
      },
    }),
  );
}

function idOfSide({ agent_version_id }: Side): string {
  return agent_version_id;
}

function nameOf({ agent_name, version_number, miner_hotkey }: Side): string {
  return `${agent_name} ${version_number} of ${shortHotkey(miner_hotkey)}`;
}

function linesOf({ version, other, matching_lines, omitted }: NearCopy): string {
  const shown = matching_lines.slice(0, SHOWN_LINES);
  const rows = shown.map(({ line, text, other_line, other_text }) => [line, text ?? '', other_line, other_text ?? '']);
  const left = omitted + matching_lines.length - shown.length;
  const more = left === 0 ? '' : `\n… and ${left} more; --json has those the arena sends.`;
  return `${table(['line', oneLine(nameOf(version)), 'line', oneLine(nameOf(other))], rows)}${more}`;
}
