import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { withdrawVersions } from '../../arena/corpus.ts';
import { wireProblemId } from '../../arena/exam.ts';
import { uuidSchema, withdrawnVersionsSchema } from '../../board/wire.ts';
import { corpusRowSchema, corpusRowsQuerySchema, corpusRowsSchema } from '../../corpus/corpus-rows-schema.ts';
import { type ReleaseSummary, releaseSummarySchema } from '../../corpus/release.ts';
import { Fault } from '../../fault/fault.ts';
import { ReleaseInFolder, ReleaseOfArena } from '../corpus/published-release.ts';
import { PublishedRows } from '../corpus/published-rows.ts';
import { addEndpoint, ONCE_A_SECOND } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';

/**
 * The newest release published by the arena, or the one that the operator configured instead. Its held-out parts are
 * neither shown nor served.
 */
export function corpusRoutes(server: FastifyInstance, services: Services): void {
  const open = { method: 'GET', group: 'public', need: 'none' } as const;
  const { arena, corpusFolder } = services;
  const published = corpusFolder === undefined ? new ReleaseOfArena(arena) : new ReleaseInFolder(corpusFolder);
  const rows = new PublishedRows(arena, published);

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/corpus',
    id: 'get_corpus',
    summary: 'The published corpus: origin of its rows, composition, files and card',
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
    path: '/v1/public/corpus/rows',
    id: 'get_corpus_rows',
    summary: 'Rows of the published corpus, filtered and page by page; none of the held-out split',
    query: corpusRowsQuerySchema,
    answer: corpusRowsSchema,
    cache: ONCE_A_SECOND,
    handle: async ({ query }) => await rows.list(query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/corpus/rows/:row_id',
    id: 'get_corpus_row',
    summary: 'One row of the published corpus: its conversation and its origin',
    params: z.object({ row_id: z.string().min(1).max(300) }),
    answer: corpusRowSchema,
    cache: ONCE_A_SECOND,
    handle: async ({ params }) => await rows.one(params.row_id),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/corpus/files/:name',
    id: 'get_corpus_file',
    summary: 'A file of the published corpus, by the name it is listed under',
    params: z.object({ name: z.string().max(200) }),
    answer: z.unknown(),
    handle: async ({ params: { name }, reply }) => {
      const { summary, open: openFile } = await published.read();
      // Serves only listed files: the name is untrusted and is not used in a path before it is found in the list.
      const file = summary.files.find((each) => each.name === name);
      if (file === undefined) throw new Fault('ARTIFACT_NOT_FOUND', { message: 'The corpus has no such file.' });
      return await reply
        .type('application/octet-stream')
        .headers({
          'content-disposition': `attachment; filename="${basename(file.name)}"`,
          'content-length': file.bytes,
          'x-content-type-options': 'nosniff',
        })
        .send(openFile(file.name));
    },
  });

  addEndpoint(server, services, {
    method: 'POST',
    path: '/v1/corpus/withdrawals',
    id: 'withdraw_from_corpus',
    group: 'corpus',
    summary: 'Withdraws the attempts of one or all of your versions from every later release of the corpus',
    // Not `registered`, and without bans: contestants that have left or were banned still control the use of their
    // data.
    need: 'anyone',
    body: z.object({ agent_version_id: uuidSchema.nullable() }),
    answer: withdrawnVersionsSchema,
    handle: async ({ caller, body }) => {
      const withdrawal = { hotkey: caller!.hotkey, agentVersionId: body.agent_version_id };
      const { withdrawn, alreadyWithdrawn } = await withdrawVersions(arena, withdrawal);
      return { withdrawn: [...withdrawn], already_withdrawn: [...alreadyWithdrawn] };
    },
  });
}

async function knownRuns({ arena }: Services, { samples }: ReleaseSummary): Promise<ReadonlySet<string>> {
  const ids = samples.flatMap(({ run_id }) => (run_id === null ? [] : [run_id]));
  if (ids.length === 0) return new Set();
  const found = await arena.database.reader.selectFrom('runs').select('run_id').where('run_id', 'in', ids).execute();
  return new Set(found.map(({ run_id }) => run_id));
}
