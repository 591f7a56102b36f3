import type { CallKind } from '../calls/call.ts';

export type Route = Exclude<CallKind, 'refused'>;

const ROUTES: ReadonlyMap<string, Route> = new Map([
  ['GET /search/find_product', 'search'],
  ['GET /search/view_product_information', 'view'],
  ['POST /inference/chat/completions', 'inference'],
  ['GET /inference/models', 'models'],
  ['GET /health', 'health'],
  ['GET /search/web_search', 'web'],
]);

export interface RequestLine {
  readonly path: string;
  readonly query: string;
  /** `null` for everything that is not served. */
  readonly route: Route | null;
}

/**
 * The target is compared as sent. A target that would have to be decoded, joined or normalised first does not match:
 * differences in normalisation are how requests bypass a gateway.
 */
export function readRequestLine(method: string, target: string): RequestLine {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  return { path, query, route: ROUTES.get(`${method} ${path}`) ?? null };
}
