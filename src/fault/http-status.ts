import type { FaultCode } from './fault-code.ts';

/** A new code does not compile until it has a place here. */
export function httpStatusOf(code: FaultCode): number {
  switch (code) {
    case 'SEARCH_QUERY_INVALID':
    case 'SEARCH_FILTER_INVALID':
    case 'INPUT_INVALID':
    case 'USAGE':
      return 400;
    case 'PROBLEM_SEALED':
      return 403;
    case 'FILE_NOT_FOUND':
      return 404;
    case 'BANK_CONFLICT':
      return 409;
    case 'LIMIT_EXCEEDED':
      return 413;
    case 'BANK_BUSY':
      return 503;
    case 'STORAGE_FULL':
      return 507;
    case 'INFERENCE_FAILED':
      return 502;
    case 'INDEX_UNREADABLE':
    case 'BANK_CORRUPT':
    case 'STORAGE_FAILED':
    case 'PORT_UNAVAILABLE':
      return 500;
  }
}
