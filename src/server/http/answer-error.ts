import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Fault } from '../../fault/fault.ts';
import { httpStatusOf } from '../../fault/fault-table.ts';

/** A restarting database is available again by then. */
const RETRY_SECONDS = 5;

/** Of errors whose message from the framework would repeat the whole address. */
const DETAILS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'This address is not a valid URL.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of this address is too long.',
};

/** The answer to a failed request. For an internal error it contains no details; the log has them. */
export async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (Fault.isInstance(error)) return await answerFault(error, request, reply);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const place = error.validationContext ?? 'body';
    const detail = error.validation.map(({ instancePath, message, keyword }) => ({
      loc: [place, ...instancePath.split('/').filter(Boolean)],
      msg: message ?? 'is not valid',
      type: keyword,
    }));
    return await reply.code(422).send({ detail });
  }
  const status = statusOf(error);
  if (status < 500) {
    const detail = DETAILS[codeOf(error)] ?? (error instanceof Error ? error.message : 'Bad request');
    return await reply.code(status).send({ detail, error_code: status === 413 ? 'FILE_TOO_LARGE' : 'BAD_REQUEST' });
  }
  request.log.error({ err: error }, 'defect');
  return await reply.code(500).send({
    detail: 'The arena failed. This is our fault.',
    error_code: 'INTERNAL',
    request_id: request.id,
  });
}

async function answerFault(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const status = httpStatusOf(fault.code);
  // Asking a client to retry later is not a failure, and may be what the operator intended.
  const isStorageAway = fault.code === 'STORAGE_UNAVAILABLE';
  if (status >= 500) request.log[status === 503 && !isStorageAway ? 'info' : 'error']({ err: fault }, fault.code);
  if (isStorageAway) {
    reply.header('retry-after', RETRY_SECONDS);
    // The address of the database or the object storage belongs only in the log.
    const detail = 'The arena cannot reach its storage. Nothing is wrong with the request; try again in a few seconds.';
    return await reply.code(status).send({ detail, error_code: fault.code, request_id: request.id });
  }
  const { remaining_seconds } = fault.extra;
  if (status === 429 && typeof remaining_seconds === 'number') reply.header('retry-after', remaining_seconds);
  // Error texts of a disk or a database are for the operator.
  const inside = fault.owner === 'platform' && (status === 500 || status === 507);
  const detail = inside ? 'The arena failed. This is our fault.' : fault.message;
  return await reply.code(status).send({
    detail,
    error_code: fault.code,
    ...(fault.remedy !== undefined && !inside && { remedy: fault.remedy }),
    ...fault.extra,
    // The operator can find the failure in the log by this id.
    ...(status >= 500 && { request_id: request.id }),
  });
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : 500;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
