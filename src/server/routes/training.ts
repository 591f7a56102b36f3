import type { FastifyInstance } from 'fastify';
import { trainingSummarySchema } from '../../training/summary.ts';
import { addEndpoint } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';
import { PublishedTraining } from '../training/published-training.ts';

/** The training that the operator named for everybody to see: names and numbers, no files. */
export function trainingRoutes(server: FastifyInstance, services: Services): void {
  const published = new PublishedTraining(services.trainingFolder, ({ path, reason }) =>
    server.log.warn({ path, reason }, 'the summary of a training cannot be shown'),
  );

  addEndpoint(server, services, {
    method: 'GET',
    group: 'public',
    need: 'nobody',
    path: '/v1/public/training',
    id: 'get_training',
    summary: 'The newest training on a corpus: its stages as measured, its curves, ablations, and what was not run',
    answer: trainingSummarySchema,
    handle: async ({ reply }) => {
      const read = await published.read();
      if (read.ok) return read.summary;
      return await reply
        .code(503)
        .send({ detail: 'What was trained here cannot be read now.', error_code: 'STORAGE_FAILED' });
    },
  });
}
