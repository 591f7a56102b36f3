import { z } from 'zod';
import { type Estimate, estimateRate } from '../../evaluation/report.ts';
import { Fault } from '../../fault/fault.ts';
import { type EnvironmentSplit, SPLITS } from '../session/environment-split.ts';

export const estimateSchema = z.object({
  split: z.enum(SPLITS),
  values: z.array(z.object({ problem_id: z.string().max(300), value: z.number().min(0).max(1) })).min(1),
});

type EstimateRequest = Readonly<z.infer<typeof estimateSchema>>;

/** The mean over problems with its 95 % interval, as in `assay eval report` for the same results. */
export function estimateSplit({ name, problems }: EnvironmentSplit, { values }: EstimateRequest): Estimate {
  const clusters = new Map(problems.map(({ problem, cluster }) => [problem.id, cluster]));
  const met = new Set<string>();
  const clustered = values.map(({ problem_id, value }) => {
    const cluster = clusters.get(problem_id);
    const id = JSON.stringify(problem_id);
    if (cluster === undefined) throw new Fault('INPUT_INVALID', { message: `The split ${name} has no problem ${id}.` });
    if (met.has(problem_id)) {
      throw new Fault('INPUT_INVALID', {
        message: `Problem ${id} is given twice.`,
        remedy: 'Give the mean of its samples: samples of one problem are not independent.',
      });
    }
    met.add(problem_id);
    return { value, cluster };
  });
  return estimateRate(clustered)!;
}
