import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { type FaultCode, isFaultCode } from '../../fault/fault-table.ts';
import { retryAfterMilliseconds } from '../../net/retry-after.ts';

const fieldErrors = z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() }));
const bodySchema = z.looseObject({
  detail: z.union([z.string(), z.object({ code: z.string(), message: z.string() }), fieldErrors]),
  error_code: z.string().optional(),
  remedy: z.string().optional(),
});

/**
 * Converts an error response of an arena into a fault: with the arena's code if it is a known one, and with its
 * message.
 */
export function refusalOf(response: Response, body: unknown, url: string): Fault {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return unclear(response, url);
  const { detail, error_code, remedy, ...extra } = parsed.data;
  const message = sentenceOf(detail);
  const code = isFaultCode(error_code) ? error_code : codeOf(response);
  const named = typeof detail === 'object' && 'code' in detail ? { code: detail.code } : {};
  return new Fault(code, {
    message,
    ...(remedy !== undefined && { remedy }),
    extra: { ...requestedDelay(response), ...extra, ...named, status: response.status },
  });
}

/** For answers that do not name a code of ours, as those of a proxy before the arena. */
function codeOf({ status }: Response): FaultCode {
  if (status === 429) return 'RATE_LIMIT_EXCEEDED';
  return status >= 500 ? 'ARENA_UNREACHABLE' : 'ARENA_REFUSED';
}

function requestedDelay({ headers }: Response): { readonly remaining_seconds?: number } {
  const milliseconds = retryAfterMilliseconds(headers.get('retry-after'), new Date());
  return milliseconds === null ? {} : { remaining_seconds: Math.ceil(milliseconds / 1_000) };
}

function sentenceOf(detail: z.output<typeof bodySchema>['detail']): string {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return `${detail.message} (${detail.code})`;
  return `The arena does not accept this: ${detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')}`;
}

function unclear(response: Response, url: string): Fault {
  const { status } = response;
  return new Fault(codeOf(response), {
    message: `${url} answered with status ${status} and no reason.`,
    remedy: 'Check that the address is an arena, or try again later.',
    extra: { ...requestedDelay(response), status },
  });
}
