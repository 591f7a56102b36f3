import { Command } from 'commander';
import { runDetailSchema } from '../../../board/wire.ts';
import { act, type ReasonOptions, withReason } from '../../arena/admin-act.ts';
import { id } from '../../arena/arguments.ts';
import { idOf } from '../../arena/find-id.ts';

export function adminRunCommand(): Command {
  return new Command('run').helpCommand(false).addCommand(invalidateCommand());
}

function invalidateCommand(): Command {
  const command = new Command('invalidate')
    .description('exclude a run; scores that included it are recomputed')
    .argument('<run>', 'id of the run, or its first digits', id);
  return withReason(command).action((run: string, options: ReasonOptions) => {
    return act(
      options,
      async (arena) => ({
        path: `/v1/admin/evaluation-runs/${await idOf(arena, 'runs', run)}/invalidate`,
        body: { reason: options.why },
        answer: runDetailSchema,
      }),
      ({ agent_name, version_number }) => `Run ${run} of ${agent_name}, version ${version_number}, no longer counts.`,
    );
  });
}
