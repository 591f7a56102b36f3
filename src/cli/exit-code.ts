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
    case 'AGENT_FILE_TOO_LARGE':
    case 'AGENT_NOT_PYTHON':
    case 'AGENT_MAIN_MISSING':
    case 'AGENT_MAIN_ARITY':
    case 'AGENT_IMPORT_FAILED':
    case 'AGENT_RAISED':
    case 'AGENT_EXITED':
    case 'AGENT_CRASHED':
    case 'AGENT_OUT_OF_TIME':
    case 'AGENT_OUT_OF_CPU':
    case 'AGENT_OUT_OF_MEMORY':
    case 'AGENT_PRINTED_TOO_MUCH':
    case 'AGENT_CALLED_TOO_MUCH':
    case 'ANSWER_NOT_A_LIST':
    case 'ANSWER_NOT_JSON':
    case 'ANSWER_TOO_LARGE':
    case 'ANSWER_TOO_DEEP':
    case 'CREDIT_EXHAUSTED':
    case 'CREDENTIAL_REFUSED':
    case 'SANDBOX_BROKEN':
    case 'EVIDENCE_CORRUPT':
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
    case 'KEY_UNREADABLE':
    case 'AGENT_FILE_MISSING':
    case 'ATTEMPT_UNKNOWN':
    case 'SANDBOX_UNAVAILABLE':
    case 'SANDBOX_FAILED':
    case 'ATTEMPT_STOPPED':
    case 'SEARCH_FAILED':
    case 'GATEWAY_FAILED':
    case 'REPLAY_DIVERGED':
      return 2;
  }
}
