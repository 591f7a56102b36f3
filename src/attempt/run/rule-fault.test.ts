import { describe, expect, it } from 'vitest';
import { faultOfRules, ruleOf } from './rule-fault.ts';

const REPORT = { events: [], refused: 0, noted: 0, tampered: false };
const refused = { event: 'os.system', detail: 'curl', line: 12, refused: true };

describe('faultOfRules', () => {
  it('reports no rule fault when the rules did not apply or were kept', () => {
    expect(faultOfRules(undefined)).toBeNull();
    expect(faultOfRules({ ...REPORT, noted: 1, events: [{ ...refused, event: 'open', refused: false }] })).toBeNull();
  });

  it('a rule fault names line, rule and event, and the remedy', () => {
    const fault = faultOfRules({ ...REPORT, refused: 3, events: [refused] });
    expect(fault).toEqual({
      code: 'AGENT_BROKE_RULE',
      message:
        'Line 12 broke the rule on processes: os.system "curl" was refused. Stay in one process; threads and asyncio are allowed. 3 events were refused in total.',
    });
  });

  it('treats an incomplete rule report as a broken rule', () => {
    expect(faultOfRules({ ...REPORT, tampered: true })?.code).toBe('AGENT_BROKE_RULE');
    expect(faultOfRules({ ...REPORT, refused: 1 })?.code).toBe('AGENT_BROKE_RULE');
  });

  it.each([
    ['import', 'imports'],
    ['socket.connect', 'network'],
    ['os.fork', 'processes'],
    ['subprocess.fork_exec', 'processes'],
    ['compile', 'new code'],
    ['open', 'files'],
    ['os.listdir', 'files'],
    ['sys.addaudithook', 'interpreter'],
    ['something.new', 'interpreter'],
  ])('%s belongs to the rule on %s', (event, rule) => {
    expect(ruleOf(event)).toBe(rule);
  });
});
