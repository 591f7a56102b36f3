import type { FaultCode } from '../fault/fault-code.ts';

/** 0: done. 1: it ran, and the answer is no. 2: it could not run as asked, because of how it was called or where. */
export type ExitCode = 0 | 1 | 2;

export function exitCodeOf(code: FaultCode): ExitCode {
  switch (code) {
    case 'INPUT_INVALID':
    case 'INDEX_UNREADABLE':
    case 'BANK_CORRUPT':
    case 'PROBLEM_SEALED':
    case 'BANK_CONFLICT':
      return 1;
    case 'SEARCH_QUERY_INVALID':
    case 'SEARCH_FILTER_INVALID':
    case 'USAGE':
    case 'FILE_NOT_FOUND':
    case 'LIMIT_EXCEEDED':
    case 'BANK_BUSY':
    case 'STORAGE_FULL':
    case 'INFERENCE_FAILED':
    case 'STORAGE_FAILED':
    case 'PORT_UNAVAILABLE':
      return 2;
  }
}
