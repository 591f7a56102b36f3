import { Fault } from '../../fault/fault.ts';
import { httpStatusOf } from '../../fault/fault-table.ts';
import { faultAnswer } from '../../fault/http-answer.ts';
import { findProducts, viewProducts } from '../../market/answer-market-request.ts';
import type { QueryParameters } from '../../market/parse-query-string.ts';
import type { Search } from '../../market/search.ts';
import { settledFirst } from '../../net/settled-first.ts';
import { type Answer, clientDisconnected, jsonAnswer } from './answer.ts';

export interface SearchServices {
  readonly search: Search;
  readonly compat: boolean;
  readonly timeoutMilliseconds: number;
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal;
}

/** Bad parameters get the market server's answer and have no fault owner: the agent can handle a tool error. */
export async function answerSearch(
  kind: 'search' | 'view',
  parameters: QueryParameters,
  services: SearchServices,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(services.timeoutMilliseconds);
  try {
    const ask = kind === 'search' ? findProducts : viewProducts;
    const found: Promise<unknown> = ask(services.search, parameters, services.compat);
    return jsonAnswer(kind, 200, await settledFirst(found, AbortSignal.any([services.closing, timeout])));
  } catch (error) {
    if (services.closing.aborted) return clientDisconnected(kind);
    if (Fault.isInstance(error) && error.owner === 'caller') {
      const { status, body } = faultAnswer(error);
      return jsonAnswer(kind, status, body);
    }
    const reason = timeout.aborted ? `no answer within ${services.timeoutMilliseconds} ms` : String(error);
    const fault = { code: 'SEARCH_FAILED', message: `The search failed: ${reason}` } as const;
    return jsonAnswer(
      kind,
      httpStatusOf('SEARCH_FAILED'),
      { detail: 'The search failed. This is not your fault.', error_code: fault.code },
      fault,
    );
  }
}
