import { type FaultCode, ownerOf } from '../../fault/fault-table.ts';
import type { GatewayFault } from '../../gateway/gateway.ts';
import type { SandboxOutcome } from '../../sandbox/sandbox.ts';
import type { AnswerFault, ReadAnswer } from './read-answer.ts';
import { faultOfRules } from './rule-fault.ts';

export interface AttemptEvidence {
  readonly outcome: SandboxOutcome;
  /** `null` if the answer pipe was empty. */
  readonly answer: ReadAnswer | null;
  readonly gatewayFaults: readonly GatewayFault[];
  /** Sequence numbers of the last successful model call and search; 0 if there was none. */
  readonly lastGood: { readonly inference: number; readonly search: number };
}

/**
 * The fault of an attempt, and thereby its owner; `null` if the agent finished with an answer.
 *
 * A broken rule comes first: no outage makes an agent start a process. Then our own outages: an agent without its model
 * cannot be blamed for what it did then, unless the outage ended and the agent still answered. Then a repeated attempt
 * that departed from the earlier ones. Then the contestant's credit or credential, which ends a run whatever the agent
 * does. Then the agent's own behaviour.
 */
export function classifyEnding(evidence: AttemptEvidence): AnswerFault | GatewayFault | null {
  const { outcome, answer, gatewayFaults } = evidence;
  const broken = faultOfRules(outcome.rules);
  if (broken !== null) return broken;
  const answered = answer !== null && 'dialogue' in answer && outcome.ending.kind === 'finished';
  const ours = gatewayFaults.filter(({ code }) => ownerOf(code) === 'platform');
  const outage = ours.find((fault) => !answered || !isOver(fault, evidence.lastGood));
  if (outage !== undefined) return outage;

  const departed = gatewayFaults.find(({ code }) => code === 'AGENT_DEPARTED');
  if (departed !== undefined) return departed;

  const credit = gatewayFaults.find(({ code }) => code === 'CREDIT_EXHAUSTED' || code === 'CREDENTIAL_REFUSED');
  if (credit !== undefined) return credit;

  const ending = faultOfEnding(outcome);
  if (ending !== null) return ending;
  if (answered) return null;
  const overused = gatewayFaults.find(({ code }) => code === 'AGENT_CALLED_TOO_MUCH');
  if (overused !== undefined) return overused;
  if (answer !== null && 'fault' in answer) return answer.fault;
  const exitCode = outcome.ending.kind === 'finished' ? outcome.ending.exitCode : 0;
  return { code: 'AGENT_EXITED', message: `The agent ended with exit code ${exitCode} and returned no answer.` };
}

/**
 * An outage is over if the same kind of call succeeded later. Evidence that could not be stored is lost permanently.
 */
function isOver({ code, sequence }: GatewayFault, lastGood: AttemptEvidence['lastGood']): boolean {
  if (sequence === null) return false;
  if (code === 'INFERENCE_FAILED' || code === 'MODEL_SUBSTITUTED') return lastGood.inference > sequence;
  return code === 'SEARCH_FAILED' && lastGood.search > sequence;
}

function faultOfEnding({ ending, wallMilliseconds }: SandboxOutcome): AnswerFault | null {
  const fault = (code: FaultCode, message: string) => ({ code, message });
  const seconds = (wallMilliseconds / 1000).toFixed(1);
  switch (ending.kind) {
    case 'finished':
      return null;
    case 'crashed':
      return fault('AGENT_CRASHED', `The agent's process was killed by ${ending.signal} after ${seconds} s.`);
    case 'out of time':
      return fault('AGENT_OUT_OF_TIME', `The agent had not returned after ${seconds} s and was stopped.`);
    case 'out of cpu':
      return fault('AGENT_OUT_OF_CPU', `The agent used up its processor time after ${seconds} s.`);
    case 'out of memory':
      return fault('AGENT_OUT_OF_MEMORY', `The agent exceeded its memory limit after ${seconds} s.`);
    case 'printed too much':
      return fault('AGENT_PRINTED_TOO_MUCH', 'The agent printed more than its limit; the rest was cut off.');
    case 'answer too large':
      return fault('ANSWER_TOO_LARGE', 'The answer is larger than its limit.');
    case 'stopped':
      return fault('ATTEMPT_STOPPED', 'The validator stopped the attempt before it ended.');
  }
}
