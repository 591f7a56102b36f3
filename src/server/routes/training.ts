import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  trainingRunSchema,
  trainingRunsSchema,
  trainingSamplesSchema,
  trainingSummarySchema,
} from '../../training/summary.ts';
import { addEndpoint, ONCE_A_SECOND } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';
import { PublishedTraining } from '../training/published-training.ts';
import type { BrokenFile } from '../training/read-public-file.ts';
import { TrainingRunsInFolders } from '../training/training-runs.ts';

/** The training that the operator has published: names and numbers, no files. */
export function trainingRoutes(server: FastifyInstance, services: Services): void {
  const { arena, trainingFolder, trainingElsewhereFolder } = services;
  const onBroken = ({ path, reason }: BrokenFile): void =>
    server.log.warn({ path, reason }, 'the summary of a training run cannot be shown');
  const published = new PublishedTraining(trainingFolder, onBroken);
  const folders = { here: trainingFolder, elsewhere: trainingElsewhereFolder };
  const runs = new TrainingRunsInFolders(arena, folders, onBroken);
  const unreadable = { detail: 'The training runs of this arena cannot be read now.', error_code: 'STORAGE_FAILED' };
  const open = { method: 'GET', group: 'public', need: 'none' } as const;
  const runParams = z.object({ run_id: z.string().min(1).max(100) });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/training',
    id: 'get_training',
    summary: 'The newest training run: its measured stages, curves, ablations, and the parts that were not run',
    answer: trainingSummarySchema,
    handle: async ({ reply }) => {
      const read = await published.read();
      if (read.ok) return read.summary;
      return await reply.code(503).send(unreadable);
    },
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/training/runs',
    id: 'get_training_runs',
    summary: 'Training runs to show and compare: those of this arena, and those measured elsewhere',
    answer: trainingRunsSchema,
    cache: ONCE_A_SECOND,
    handle: async () => await runs.list(),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/training/runs/:run_id',
    id: 'get_training_run',
    summary: 'One training run: its measured stages, its curves, and the problems with recorded episodes',
    params: runParams,
    answer: trainingRunSchema,
    handle: async ({ params, reply }) => (await runs.one(params.run_id)) ?? (await reply.code(503).send(unreadable)),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/training/runs/:run_id/samples',
    id: 'get_training_samples',
    summary: 'Episodes of every stage of a training run at the same problem; never at a held-out or hidden problem',
    params: runParams,
    query: z.object({ problem_id: z.string().min(1).max(200) }),
    answer: trainingSamplesSchema,
    cache: ONCE_A_SECOND,
    handle: async ({ params, query }) => await runs.samples(params.run_id, query.problem_id),
  });
}
