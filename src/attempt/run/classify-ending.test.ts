import { describe, expect, it } from 'vitest';
import { type FaultCode, ownerOf } from '../../fault/fault-table.ts';
import type { GatewayFault } from '../../gateway/gateway.ts';
import type { SandboxEnding, SandboxOutcome } from '../../sandbox/sandbox.ts';
import { type AttemptEvidence, classifyEnding } from './classify-ending.ts';

function outcome(ending: SandboxEnding): SandboxOutcome {
  const nothing = new Uint8Array(0);
  const usage = { wallMilliseconds: 1_000, cpuMilliseconds: 10, peakMemoryBytes: 1, exact: true };
  return { ending, answer: nothing, standardOutput: nothing, standardError: nothing, ...usage };
}

function gatewayFault(code: FaultCode, sequence: number | null): GatewayFault {
  return { code, owner: ownerOf(code), sequence, message: 'as it happened' };
}

const FINISHED = outcome({ kind: 'finished', exitCode: 0 });
const ANSWERED: AttemptEvidence = {
  outcome: FINISHED,
  answer: { dialogue: [], bytes: new Uint8Array(0) },
  gatewayFaults: [],
  lastGood: { inference: 5, search: 5 },
};
const SILENT: AttemptEvidence = { ...ANSWERED, answer: null };

function codeOf(evidence: AttemptEvidence): FaultCode | undefined {
  return classifyEnding(evidence)?.code;
}

describe('classifyEnding', () => {
  it('an agent that answered has no fault', () => {
    expect(classifyEnding(ANSWERED)).toBeNull();
  });

  it.each<[SandboxEnding, FaultCode]>([
    [{ kind: 'crashed', signal: 'SIGSEGV' }, 'AGENT_CRASHED'],
    [{ kind: 'out of time' }, 'AGENT_OUT_OF_TIME'],
    [{ kind: 'out of cpu' }, 'AGENT_OUT_OF_CPU'],
    [{ kind: 'out of memory' }, 'AGENT_OUT_OF_MEMORY'],
    [{ kind: 'printed too much' }, 'AGENT_PRINTED_TOO_MUCH'],
    [{ kind: 'answer too large' }, 'ANSWER_TOO_LARGE'],
    [{ kind: 'finished', exitCode: 0 }, 'AGENT_EXITED'],
  ])('blames the agent for ending with %j', (ending, code) => {
    expect(codeOf({ ...SILENT, outcome: outcome(ending) })).toBe(code);
    expect(ownerOf(code)).toBe('agent');
  });

  it('does not accept an answer from an agent that was stopped', () => {
    expect(codeOf({ ...ANSWERED, outcome: outcome({ kind: 'out of time' }) })).toBe('AGENT_OUT_OF_TIME');
  });

  it('the validator owns the fault when it stopped the attempt', () => {
    expect(ownerOf(codeOf({ ...SILENT, outcome: outcome({ kind: 'stopped' }) })!)).toBe('validator');
  });

  it('a provider outage does not excuse a broken rule', () => {
    const events = [{ event: 'os.fork', detail: '', line: 3, refused: true }];
    const rules = { events, refused: 1, noted: 0, tampered: false };
    const gatewayFaults = [gatewayFault('INFERENCE_FAILED', 3)];
    expect(codeOf({ ...ANSWERED, outcome: { ...FINISHED, rules }, gatewayFaults })).toBe('AGENT_BROKE_RULE');
  });

  it('never blames an agent that failed during a provider outage', () => {
    const gatewayFaults = [gatewayFault('INFERENCE_FAILED', 3)];
    for (const kind of ['out of time', 'printed too much'] as const) {
      expect(codeOf({ ...SILENT, outcome: outcome({ kind }), gatewayFaults })).toBe('INFERENCE_FAILED');
    }
    expect(codeOf({ ...SILENT, gatewayFaults })).toBe('INFERENCE_FAILED');
  });

  it('ignores an outage that passed only if the agent answered', () => {
    const passed = [gatewayFault('INFERENCE_FAILED', 3)];
    expect(codeOf({ ...ANSWERED, gatewayFaults: passed })).toBeUndefined();
    expect(codeOf({ ...ANSWERED, gatewayFaults: [gatewayFault('INFERENCE_FAILED', 6)] })).toBe('INFERENCE_FAILED');
    const searchIsBack = { inference: 1, search: 9 };
    expect(codeOf({ ...ANSWERED, gatewayFaults: passed, lastGood: searchIsBack })).toBe('INFERENCE_FAILED');
    expect(codeOf({ ...ANSWERED, gatewayFaults: [gatewayFault('SEARCH_FAILED', 3)] })).toBeUndefined();
  });

  it('reports evidence that could not be stored, even if the agent answered', () => {
    expect(codeOf({ ...ANSWERED, gatewayFaults: [gatewayFault('STORAGE_FULL', null)] })).toBe('STORAGE_FULL');
  });

  it('reports exhausted credit as the fault, with or without an answer', () => {
    const gatewayFaults = [gatewayFault('CREDIT_EXHAUSTED', 2)];
    expect(codeOf({ ...ANSWERED, gatewayFaults })).toBe('CREDIT_EXHAUSTED');
    expect(codeOf({ ...SILENT, gatewayFaults })).toBe('CREDIT_EXHAUSTED');
  });

  it('reports too many gateway calls only when there is no answer', () => {
    const gatewayFaults = [gatewayFault('AGENT_CALLED_TOO_MUCH', 2)];
    expect(codeOf({ ...ANSWERED, gatewayFaults })).toBeUndefined();
    expect(codeOf({ ...SILENT, gatewayFaults })).toBe('AGENT_CALLED_TOO_MUCH');
  });
});
