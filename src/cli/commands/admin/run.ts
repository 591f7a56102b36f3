import { Command } from 'commander';
import { runDetailSchema } from '../../../board/wire.ts';
import { act, type ReasonOptions, withReason } from '../../arena/admin-act.ts';
import { id } from '../../arena/arguments.ts';

export function adminRunCommand(): Command {
  return new Command('run').helpCommand(false).addCommand(invalidateCommand());
}

function invalidateCommand(): Command {
  const command = new Command('invalidate')
    .description('exclude a run; scores that included it are recomputed')
    .argument('<run>', 'id of the run', id);
  return withReason(command).action((run: string, options: ReasonOptions) => {
    const path = `/v1/admin/evaluation-runs/${run}/invalidate`;
    const question = { path, body: { reason: options.why }, answer: runDetailSchema };
    return act(
      options,
      question,
      ({ agent_name, version_number }) => `Run ${run} of ${agent_name}, version ${version_number}, no longer counts.`,
    );
  });
}
