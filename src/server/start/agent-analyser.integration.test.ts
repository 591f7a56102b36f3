import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProcessFactsReader } from '../../arena/admission.ts';
import { openSampleArena, type SampleArena } from '../../arena/testing/sample-arena.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { AgentAnalyser } from './agent-analyser.ts';

const FILE = Buffer.from('def agent_main(problem):\n    return []\n');

onEveryEngine('the analyser of submissions', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(() => arena.close());

  it('a submission is analysed before the checks that wait, however many there are', async () => {
    const analyser = new AgentAnalyser(arena, await ProcessFactsReader.find());
    const ended: string[] = [];
    const note = (what: string) => () => void ended.push(what);
    const checks = Array.from({ length: 50 }, () => analyser.check(FILE).then(note('check'), note('refused')));
    const submissions = [1, 2].map(() => analyser.analyse(FILE).then(note('submission')));
    await Promise.all(submissions);
    // One check started earlier; while the first submission was analysed, other checks may have run beside it.
    expect(ended.filter((what) => what === 'check').length).toBeLessThan(10);
    await Promise.all(checks);
    expect(ended.filter((what) => what === 'refused')).toHaveLength(19);
    expect(ended.filter((what) => what === 'check')).toHaveLength(31);
  });
});
