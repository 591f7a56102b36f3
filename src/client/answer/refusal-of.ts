import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { isFaultCode } from '../../fault/fault-table.ts';

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
  const code = isFaultCode(error_code) ? error_code : undefined;
  const named = typeof detail === 'object' && 'code' in detail ? { code: detail.code } : {};
  return new Fault(code ?? (response.status >= 500 ? 'ARENA_UNREACHABLE' : 'ARENA_REFUSED'), {
    message,
    ...(remedy !== undefined && { remedy }),
    extra: { ...extra, ...named, status: response.status },
  });
}

function sentenceOf(detail: z.output<typeof bodySchema>['detail']): string {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return `${detail.message} (${detail.code})`;
  return `The arena does not accept this: ${detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')}`;
}

function unclear({ status }: Response, url: string): Fault {
  return new Fault(status >= 500 ? 'ARENA_UNREACHABLE' : 'ARENA_REFUSED', {
    message: `${url} answered with status ${status} and no reason.`,
    remedy: 'Check that the address is an arena, or try again later.',
    extra: { status },
  });
}
