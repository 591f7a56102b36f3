import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { wireProblemId } from '../../arena/exam.ts';
import { type ReleaseSummary, releaseSummarySchema } from '../../corpus/release.ts';
import { Fault } from '../../fault/fault.ts';
import { PublishedRelease } from '../corpus/published-release.ts';
import { addEndpoint, ONCE_A_SECOND } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';

/** The release that the operator named for everybody to see. What is held out in it is neither shown nor handed out. */
export function corpusRoutes(server: FastifyInstance, services: Services): void {
  const open = { method: 'GET', group: 'public', need: 'nobody' } as const;
  const published = new PublishedRelease(services.corpusFolder);

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/corpus',
    id: 'get_corpus',
    summary: 'The published corpus: where its rows come from, what it is made of, its files and its card',
    answer: releaseSummarySchema,
    cache: ONCE_A_SECOND,
    handle: async () => {
      const { summary } = await published.read();
      const runs = await knownRuns(services, summary);
      const samples = summary.samples.map((sample) => ({
        ...sample,
        run_id: sample.run_id !== null && runs.has(sample.run_id) ? sample.run_id : null,
        problem_id: wireProblemId(sample.problem_id),
      }));
      return { ...summary, samples };
    },
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/corpus/files/:name',
    id: 'get_corpus_file',
    summary: 'A file of the published corpus, by the name it is listed under',
    params: z.object({ name: z.string().max(200) }),
    answer: z.unknown(),
    handle: async ({ params: { name }, reply }) => {
      const { summary, folder } = await published.read();
      // Only what is listed: the name is a stranger's and part of no path before it is found there.
      const file = summary.files.find((each) => each.name === name);
      if (file === undefined) throw new Fault('ARTIFACT_NOT_FOUND', { message: 'The corpus has no such file.' });
      return await reply
        .type('application/octet-stream')
        .headers({
          'content-disposition': `attachment; filename="${basename(file.name)}"`,
          'content-length': file.bytes,
          'x-content-type-options': 'nosniff',
        })
        .send(createReadStream(join(folder, file.name)));
    },
  });
}

async function knownRuns({ arena }: Services, { samples }: ReleaseSummary): Promise<ReadonlySet<string>> {
  const ids = samples.flatMap(({ run_id }) => (run_id === null ? [] : [run_id]));
  if (ids.length === 0) return new Set();
  const found = await arena.database.reader.selectFrom('runs').select('run_id').where('run_id', 'in', ids).execute();
  return new Set(found.map(({ run_id }) => run_id));
}
