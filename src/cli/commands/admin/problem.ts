import { Command } from 'commander';
import { z } from 'zod';
import { counted } from '../../../text/counted.ts';
import { act, type ReasonOptions, withReason } from '../../arena/admin-act.ts';

const retiredSchema = z.object({
  retired: z.array(z.string()),
  already_retired: z.array(z.string()),
  committed_draws: z.array(z.object({ race_id: z.string(), problem_ids: z.array(z.string()) })),
});

export function adminProblemCommand(): Command {
  return new Command('problem').helpCommand(false).addCommand(retireCommand());
}

function retireCommand(): Command {
  const command = new Command('retire')
    .description('exclude problems from every later draw (leaked, wrong answer); ids and reason become public')
    .argument('<id...>', 'ids of problems in the bank, as `assay problems bank exposure` lists them');
  return withReason(command).action((problemIds: string[], options: ReasonOptions) => {
    const body = { problem_ids: problemIds, reason: options.why };
    const question = { path: '/v1/admin/problems/retire', body, answer: retiredSchema };
    return act(options, question, ({ retired, already_retired, committed_draws }) =>
      [
        `${counted(retired.length, 'problem')} retired.`,
        ...(already_retired.length > 0 ? [`${already_retired.length} already were.`] : []),
        ...committed_draws.map(
          ({ race_id, problem_ids }) =>
            `The draw of race ${race_id} is committed and may still use ${problem_ids.join(', ')}.`,
        ),
      ].join(' '),
    );
  });
}
