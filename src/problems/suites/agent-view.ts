import type { Problem } from '../problem.ts';
import type { LedgerState } from './ledger-state.ts';
import { assertServable } from './servable.ts';

export interface AgentView {
  readonly problem_id: string;
  readonly query: string;
}

/** All that an agent ever sees of a problem. It asks for the ledger, so that no caller can forget the seal. */
export function agentView(problem: Problem, state: Pick<LedgerState, 'sealed'>): AgentView {
  assertServable([problem.id], state);
  return { problem_id: problem.id, query: problem.query };
}
