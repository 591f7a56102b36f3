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
  /** `null` is everything we do not serve. */
  readonly route: Route | null;
}

/**
 * The target is compared as it was sent. Whatever would first have to be decoded, joined or normalised to be one of
 * ours is not: two parties that normalise differently are how requests get past a gateway.
 */
export function readRequestLine(method: string, target: string): RequestLine {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  return { path, query, route: ROUTES.get(`${method} ${path}`) ?? null };
}
