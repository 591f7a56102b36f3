import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { receiveUpload } from '../../arena/queue.ts';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { addEndpoint } from '../http/endpoint.ts';
import type { BlobFile } from '../http/file-address.ts';
import type { Services } from '../start/services.ts';

const params = z.object({ ticket: z.string().max(2_000) });
const blobFile = z.object({ sha256: z.string(), fileName: z.string(), contentType: z.string() });
const anyBytes = z.unknown();

/** Serves files under URLs that the arena issued. The URL is the permission: it states which file, and until when. */
export function fileRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/files/code/:ticket',
    id: 'download_code',
    group: 'files',
    summary: 'Downloads an agent file from the address in a claim',
    need: 'none',
    params,
    answer: anyBytes,
    handle: async ({ params: { ticket }, reply }) => {
      const agentVersionId = arena.secret.readTicket('code', ticket, Date.now());
      const version =
        agentVersionId === undefined
          ? undefined
          : await arena.database.reader
              .selectFrom('agent_versions')
              .select('code_sha256')
              .where('agent_version_id', '=', agentVersionId)
              .executeTakeFirst();
      if (version === undefined) throw invalidAddress();
      return await sendBlob(reply, services, {
        sha256: version.code_sha256,
        fileName: 'agent.py',
        contentType: 'text/x-python; charset=utf-8',
      });
    },
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/files/blob/:ticket',
    id: 'download_file',
    group: 'files',
    summary: 'Downloads an artifact from its address',
    need: 'none',
    params,
    answer: anyBytes,
    handle: async ({ params: { ticket }, reply }) => {
      const subject = arena.secret.readTicket('file', ticket, Date.now());
      const json = subject === undefined ? undefined : parseJson(subject);
      const file = blobFile.safeParse(json?.ok ? json.value : undefined);
      if (!file.success) throw invalidAddress();
      return await sendBlob(reply, services, file.data);
    },
  });

  addEndpoint(server, services, {
    method: 'PUT',
    path: '/v1/files/upload/:ticket',
    id: 'upload_file',
    group: 'files',
    summary: 'Uploads the log of one problem to its address',
    need: 'none',
    params,
    bodyLimit: arena.policy.queue.maxUploadBytes,
    takes: { type: 'application/gzip', schema: { type: 'string', contentMediaType: 'application/gzip' } },
    answer: z.object({ results_s3_key: z.string(), sha256: z.string() }),
    handle: async ({ params: { ticket }, request }) => {
      const type = request.headers['content-type'] ?? '';
      const received = await receiveUpload(arena, ticket, request.rawBody, type);
      return { results_s3_key: received.uploadKey, sha256: received.sha256 };
    },
  });
}

/**
 * Sent as an attachment, never as a page: content written by contestants must not run in a browser under our origin.
 */
export async function sendBlob(reply: FastifyReply, { arena }: Services, file: BlobFile): Promise<FastifyReply> {
  const bytes = await arena.blobs.get(file.sha256);
  return await reply
    .type(file.contentType)
    .header('content-disposition', `attachment; filename="${file.fileName.replaceAll(/[^\w.-]/g, '_')}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(Buffer.from(bytes));
}

function invalidAddress(): Fault {
  return new Fault('ARTIFACT_NOT_FOUND', {
    message: 'This address is invalid or has expired.',
    remedy: 'Request a new one from the endpoint that returned it.',
  });
}
