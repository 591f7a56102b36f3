import type { FaultCode } from './fault-code.ts';

/** A new code does not compile until it has a place here. */
export function httpStatusOf(code: FaultCode): number {
  switch (code) {
    case 'SEARCH_QUERY_INVALID':
    case 'SEARCH_FILTER_INVALID':
    case 'INPUT_INVALID':
    case 'USAGE':
    case 'KEY_UNREADABLE':
      return 400;
    case 'CREDIT_EXHAUSTED':
    case 'CREDENTIAL_REFUSED':
      return 402;
    case 'PROBLEM_SEALED':
      return 403;
    case 'FILE_NOT_FOUND':
    case 'AGENT_FILE_MISSING':
    case 'ATTEMPT_UNKNOWN':
      return 404;
    case 'BANK_CONFLICT':
      return 409;
    case 'LIMIT_EXCEEDED':
    case 'AGENT_FILE_TOO_LARGE':
    case 'ANSWER_TOO_LARGE':
      return 413;
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
    case 'ANSWER_NOT_A_LIST':
    case 'ANSWER_NOT_JSON':
    case 'ANSWER_TOO_DEEP':
      return 422;
    case 'AGENT_CALLED_TOO_MUCH':
      return 429;
    case 'BANK_BUSY':
    case 'REPLAY_DIVERGED':
    case 'SANDBOX_UNAVAILABLE':
    case 'ATTEMPT_STOPPED':
      return 503;
    case 'STORAGE_FULL':
      return 507;
    case 'INFERENCE_FAILED':
    case 'SEARCH_FAILED':
      return 502;
    case 'INDEX_UNREADABLE':
    case 'BANK_CORRUPT':
    case 'EVIDENCE_CORRUPT':
    case 'GATEWAY_FAILED':
    case 'SANDBOX_FAILED':
    case 'SANDBOX_BROKEN':
    case 'STORAGE_FAILED':
    case 'PORT_UNAVAILABLE':
      return 500;
  }
}
