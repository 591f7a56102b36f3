import type { FaultCode } from './fault-code.ts';

/** A new code does not compile until it has a place here. */
export function httpStatusOf(code: FaultCode): number {
  switch (code) {
    case 'SEARCH_QUERY_INVALID':
    case 'SEARCH_FILTER_INVALID':
    case 'INPUT_INVALID':
    case 'USAGE':
      return 400;
    case 'FILE_NOT_FOUND':
      return 404;
    case 'LIMIT_EXCEEDED':
      return 413;
    case 'STORAGE_FULL':
      return 507;
    case 'INDEX_UNREADABLE':
    case 'STORAGE_FAILED':
    case 'PORT_UNAVAILABLE':
      return 500;
  }
}
