import { describe, expect, it } from 'vitest';
import type { SandboxOutcome } from '../sandbox.ts';
import type { Attack } from './attack.ts';
import { DOCTOR_LIMITS } from './doctor-limits.ts';
import { examine as examineRun, type Observation, type Rules } from './examine.ts';

const attack: Attack = {
  name: 'example',
  title: 'an example',
  promise: 'memory',
  endings: ['finished', 'out of memory'],
  answer: 'report',
  runs: 'once',
  alone: true,
  control: false,
  harmlessOnOwnKernel: true,
  source: Buffer.alloc(0),
};
const rules: Rules = { limits: DOCTOR_LIMITS, hasCgroup: true, ownKernel: false };
const nothing = { sharedBytes: 0, kernelBytes: 0, networkBytes: 0, ownBytes: 0, ownDescriptors: 0 };

function outcome(answer: string, changes: Partial<SandboxOutcome> = {}): SandboxOutcome {
  return {
    ending: { kind: 'finished', exitCode: 0 },
    answer: Buffer.from(answer),
    standardOutput: Buffer.alloc(0),
    standardError: Buffer.alloc(0),
    wallMilliseconds: 100,
    cpuMilliseconds: 100,
    peakMemoryBytes: 10_000_000,
    exact: true,
    ...changes,
  };
}

function observed(answer: string, changes: Partial<SandboxOutcome> = {}): Observation {
  return {
    outcome: outcome(answer, changes),
    elapsedMilliseconds: 200,
    seen: { processes: 4, memoryBytes: 10_000_000 },
    touched: [],
    leftBehind: [],
    secrets: ['secret-file-0123456789abcdef'],
    growth: nothing,
  };
}

function examine(...run: Parameters<typeof examineRun>): readonly string[] {
  return examineRun(...run).broken;
}

const DENIED = '{"answer":[{"escaped":false,"what":"refused"}]}';

describe('examining a run', () => {
  it('the doctor finds nothing wrong with an agent that failed to escape', () => {
    expect(examine(attack, observed(DENIED), rules)).toEqual([]);
  });

  it('the doctor believes an agent that reports an escape, in its answer or while it is killed', () => {
    const escaped = '{"answer":[{"escaped":false,"what":"a"},{"escaped":true,"what":"opened the door"}]}';
    expect(examine(attack, observed(escaped), rules)).toEqual(['opened the door']);
    const printed = { standardOutput: Buffer.from('x\n{"escaped": true, "what": "holds too much"}\n') };
    expect(examine(attack, observed('', { ...printed, ending: { kind: 'out of memory' } }), rules)).toEqual([
      'holds too much',
    ]);
  });

  it('an attack that crashed does not count as a sandbox that held', () => {
    const failed = '{"failure":{"stage":"call","type":"NameError","message":"no such name","line":3}}';
    expect(examine(attack, observed(failed), rules)).toEqual([expect.stringContaining('NameError at "call"')]);
    expect(examine(attack, observed(''), rules)).toEqual([expect.stringContaining('proves nothing')]);
    expect(examine(attack, observed('{"answer":[]}'), rules)).toEqual([expect.stringContaining('proves nothing')]);
  });

  it('the doctor trusts its own measurements over the agent’s denial', () => {
    const seen: [Partial<Observation>, RegExp][] = [
      [{ touched: ['a connection was made'] }, /a connection was made/],
      [{ leftBehind: ['process 7 is still running'] }, /process 7/],
      [{ seen: { processes: 500, memoryBytes: 0 } }, /500 processes/],
      [{ seen: { processes: 4, memoryBytes: 900 * 1024 ** 2 } }, /memory/],
      [{ elapsedMilliseconds: 60_000 }, /took 55/],
      [{ growth: { ...nothing, sharedBytes: 2 * 1024 ** 3 } }, /2048 MiB of shared pages/],
      [{ growth: { ...nothing, networkBytes: 2 * 1024 ** 3 } }, /connections use/],
      [{ growth: { ...nothing, kernelBytes: 2 * 1024 ** 3 } }, /the kernel grew/],
      [{ growth: { ...nothing, ownDescriptors: 60 } }, /60 more open descriptors/],
      [{ growth: { ...nothing, ownBytes: 1024 ** 3 } }, /own process grew/],
      [{ outcome: outcome(DENIED, { standardError: Buffer.from('secret-file-0123456789abcdef') }) }, /it has secret/],
      [{ outcome: outcome(DENIED, { standardOutput: Buffer.alloc(300_000) }) }, /300000 bytes of output/],
      [{ outcome: outcome(DENIED, { cpuMilliseconds: 9_000 }) }, /used the processor for 9/],
      [{ outcome: outcome(DENIED, { peakMemoryBytes: 300 * 1024 ** 2 }) }, /300 MiB of memory/],
      [{ outcome: outcome(DENIED, { wallMilliseconds: 7_000 }) }, /took 7/],
      [{ outcome: outcome(DENIED, { ending: { kind: 'crashed', signal: 'SIGSYS' } }) }, /"crashed" by SIGSYS/],
    ];
    for (const [change, message] of seen) {
      expect(examine(attack, { ...observed(DENIED), ...change }, rules)).toEqual([expect.stringMatching(message)]);
    }
  });

  it('the doctor says which findings a busy machine may have caused', () => {
    const late = (observation: Observation) => examineRun(attack, observation, rules).late;
    expect(late({ ...observed(DENIED), elapsedMilliseconds: 60_000 })).toEqual([expect.stringMatching(/took 55/)]);
    expect(late(observed('', { ending: { kind: 'out of time' } }))).toEqual([expect.stringMatching(/"out of time"/)]);
    expect(late(observed(DENIED, { ending: { kind: 'crashed', signal: 'SIGSYS' } }))).toEqual([]);
    expect(late(observed(DENIED, { cpuMilliseconds: 9_000 }))).toEqual([]);
  });

  it('the doctor judges computing by the accounts, with a second of margin, and repeats the attack', () => {
    const burner: Attack = { ...attack, promise: 'cpu', endings: ['out of cpu', 'out of time'], answer: 'any' };
    const examined = (observation: Observation) => examineRun(burner, observation, rules);
    const stopped = { ending: { kind: 'out of cpu' } } as const;
    expect(examined(observed('', { ...stopped, cpuMilliseconds: 2_900 })).broken).toEqual([]);
    const over = examined(observed('', { ...stopped, cpuMilliseconds: 3_100 }));
    expect(over.broken).toEqual([expect.stringMatching(/used the processor for 3.1 s/)]);
    expect(over.late).toEqual(over.broken);
    const said = '{"answer":[{"escaped":true,"what":"computed 3.0 s"}]}';
    const through = examined(observed(said, { cpuMilliseconds: 3_000 }));
    expect(through.broken).toEqual(['computed 3.0 s', expect.stringMatching(/"finished"/)]);
    expect(through.late).toEqual(through.broken);
    const touched = examined({ ...observed('', stopped), touched: ['a canary was read'] });
    expect(touched).toEqual({ broken: ['a canary was read'], late: [] });
  });

  it('the doctor allows for late measurements when the kernel does not count', () => {
    const high = observed(DENIED, { peakMemoryBytes: 300 * 1024 ** 2 });
    expect(examine(attack, high, { ...rules, hasCgroup: false })).toEqual([]);
  });

  it('the doctor requires the expected answers', () => {
    const refused = { ...attack, answer: 'refused' } as const;
    expect(examine(refused, observed('{"answer":[1]}'), rules)).toEqual(['its answer was accepted']);
    for (const bad of ['', '{"answer":[NaN]}', '{"answer":[]}\0{}', '{"answer":[1e999]}', '{"answer":{}}', 'null']) {
      expect(examine(refused, observed(bad), rules)).toEqual([]);
    }
    const accepted = { ...attack, answer: 'accepted' } as const;
    expect(examine(accepted, observed('{"answer":["x"]}'), rules)).toEqual([]);
    expect(examine(accepted, observed('{"answer":'), rules)).toEqual([expect.stringContaining('was refused')]);
  });

  it('the doctor allows an agent to reach the kernel that the sandbox brings along', () => {
    const reached = observed('{"answer":[{"escaped":true,"what":"io_uring"}]}');
    expect(examine(attack, reached, { ...rules, ownKernel: true })).toEqual([]);
    const dangerous = { ...attack, harmlessOnOwnKernel: false };
    expect(examine(dangerous, reached, { ...rules, ownKernel: true })).toEqual(['io_uring']);
  });
});
