import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { FOUR_TOOLS } from '../../tools/shopping-tools.ts';
import { END, FIND, RECOMMEND, sampleTrace, VIEW } from '../testing/sample-trace.ts';
import { balanceSteps } from './balance-steps.ts';
import { interleaveSteps } from './interleave-steps.ts';
import { ktoRows } from './kto-rows.ts';
import { type LabelledStep, labelledSteps, teacherSolutions } from './labelled-step.ts';
import { stateRows } from './state-rows.ts';
import type { Trace } from './trace.ts';

function labels(trace: Trace, teaching: readonly Trace[] = []) {
  return labelledSteps(trace, FOUR_TOOLS, teacherSolutions(teaching)).map(({ label, reason, tool, turn }) => [
    label,
    reason,
    tool,
    turn,
  ]);
}

describe('labels of steps', () => {
  it('labels the steps of a success as good', () => {
    expect(labels(sampleTrace('a', [[FIND], [RECOMMEND], [END]]))).toEqual([
      [true, 'step of a success', 'find_product', 0],
      [true, 'step of a success', 'recommend_product', 1],
      [true, 'step of a success', 'terminate', 2],
    ]);
  });

  it('labels repeats and malformed calls as bad even in a success, and skips answers without a call', () => {
    expect(
      labels(sampleTrace('a', [[FIND], [FIND], [], ['view_product_information []'], ['fly {}'], [RECOMMEND]])),
    ).toEqual([
      [true, 'step of a success', 'find_product', 0],
      [false, 'repeated call', 'find_product', 1],
      [false, 'malformed call', 'view_product_information', 3],
      [false, 'malformed call', 'fly', 4],
      [true, 'step of a success', 'recommend_product', 5],
    ]);
  });

  it('labels an unreadable call as bad', () => {
    const trace = sampleTrace('a', [[FIND]], { success: false });
    const messages = [...trace.messages, { role: 'assistant' as const, content: '<tool_call>\n{"name": "find' }];
    expect(labels({ ...trace, messages })).toEqual([[false, 'malformed call', 'none', 1]]);
  });

  it('labels a failure’s step off the teachers’ paths and its recommendation as bad', () => {
    const failed = sampleTrace('a', [[FIND], [VIEW], [RECOMMEND]], { success: false });
    const taught = sampleTrace('t', [[FIND], [RECOMMEND], [END]], { source: 'teacher' });
    expect(labels(failed, [taught])).toEqual([
      [false, 'left the ways of the teachers', 'view_product_information', 1],
      [false, 'wrong recommendation', 'recommend_product', 2],
    ]);
    expect(labels(failed, [{ ...taught, success: false }])).toHaveLength(1);
    expect(labels(failed, [{ ...taught, problem_id: 'p2' }])).toHaveLength(1);
    expect(labels(sampleTrace('a', [[FIND], [VIEW]]), [taught]).every(([label]) => label)).toBe(true);
    expect(labels({ ...failed, success: null })).toEqual([]);
  });
});

function steps(
  count: number,
  label: boolean,
  tool: (place: number) => string,
  source: Trace['source'] = 'samples',
): LabelledStep[] {
  return Array.from({ length: count }, (_, place) => ({
    trace: sampleTrace(`${label}-${Math.floor(place / 3)}`, [[FIND]], { source }),
    place: 2,
    label,
    reason: 'x',
    tool: tool(place),
    turn: 0,
  }));
}

const WEIGHTS = { desirable_weight: 1, undesirable_weight: 1, balance: 1.1, most: null };
const counted = (kept: readonly LabelledStep[]) =>
  [true, false].map((label) => kept.filter((step) => step.label === label).length);

describe('balancing', () => {
  const good = steps(300, true, (place) => (place % 10 === 0 ? 'recommend_product' : 'find_product'));
  const bad = steps(40, false, (place) => (place % 2 === 0 ? 'recommend_product' : 'find_product'));

  it('balancing drops steps of the larger label until the weights are as configured', () => {
    expect(counted(balanceSteps([...good, ...bad], WEIGHTS, new Random(1)))).toEqual([44, 40]);
    expect(counted(balanceSteps([...good.slice(0, 11), ...bad], WEIGHTS, new Random(1)))).toEqual([11, 10]);
    const heavy = { ...WEIGHTS, undesirable_weight: 2 };
    expect(counted(balanceSteps([...good, ...bad], heavy, new Random(1)))).toEqual([88, 40]);
    expect(counted(balanceSteps([...good, ...bad], { ...WEIGHTS, most: 21 }, new Random(1)))).toEqual([11, 10]);
  });

  it('balancing keeps tools and turns equal for both labels, so that the model does not learn to call less', () => {
    const kept = balanceSteps([...good, ...bad], WEIGHTS, new Random(1));
    const share = (label: boolean) => {
      const own = kept.filter((step) => step.label === label);
      return own.filter(({ tool }) => tool === 'recommend_product').length / own.length;
    };
    expect(share(false)).toBe(0.5);
    expect(share(true)).toBeCloseTo(0.5, 1);
  });

  it('balancing keeps sources equal for both labels, so that the model does not learn another style', () => {
    const theirs = steps(900, true, () => 'find_product', 'corpus');
    const few = steps(10, false, () => 'find_product', 'corpus');
    const all = [...good.slice(0, 22), ...bad, ...theirs, ...few];
    const of = (source: string, kept: readonly LabelledStep[]) =>
      counted(kept.filter(({ trace }) => trace.source === source));
    const kept = balanceSteps(all, WEIGHTS, new Random(1));
    expect([of('samples', kept), of('corpus', kept)]).toEqual([
      [22, 20],
      [11, 10],
    ]);
    const half = balanceSteps(all, { ...WEIGHTS, most: 32 }, new Random(1));
    expect([of('samples', half), of('corpus', half)]).toEqual([
      [11, 10],
      [5, 5],
    ]);
  });

  it('balancing chooses no step twice', () => {
    const kept = balanceSteps([...good, ...bad], WEIGHTS, new Random(1));
    expect(new Set(kept).size).toBe(kept.length);
    expect(counted(balanceSteps(good, WEIGHTS, new Random(1)))).toEqual([0, 0]);
  });
});

describe('interleaving', () => {
  it('interleaving alternates labels and separates conversations', () => {
    const mixed = [...steps(44, true, () => 'a'), ...steps(40, false, () => 'a')];
    const ordered = interleaveSteps(mixed, new Random(1));
    expect(new Set(ordered).size).toBe(84);
    for (let place = 0; place + 12 <= ordered.length; place++) {
      const [good] = counted(ordered.slice(place, place + 12));
      expect(good).toBeGreaterThanOrEqual(4);
      expect(good).toBeLessThanOrEqual(8);
    }
    const neighbours = ordered.filter((step, place) => step.trace.id === ordered[place + 1]?.trace.id);
    expect(neighbours).toEqual([]);
  });

  it('writes one model message per row', () => {
    const all = [...steps(5, true, () => 'a'), ...steps(5, false, () => 'a')];
    const { rows, counts } = ktoRows(all, WEIGHTS, 1);
    expect(counts).toMatchObject({ desirable: 5, undesirable: 5, reasons: { x: 10 } });
    expect(rows[0]!.prompt.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(rows[0]!.completion.map(({ role }) => role)).toEqual(['assistant']);
  });
});

describe('states of teachers', () => {
  it('a state row holds every next action of teachers with the same history', () => {
    const one = sampleTrace('a', [[FIND], [VIEW], [RECOMMEND]]);
    const other = sampleTrace('b', [['find_product {"q":"Lamp"}'], [RECOMMEND]]);
    const elsewhere = sampleTrace('c', [[RECOMMEND]], { problem_id: 'p2' });
    const rows = stateRows([one, other, elsewhere], 100, 1);
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect([...byId.keys()].toSorted()).toEqual(['a:2', 'a:4', 'a:6', 'c:2']);
    expect(byId.get('a:4')!.teacher_actions.map(([call]) => call!.name)).toEqual([
      'view_product_information',
      'recommend_product',
    ]);
    expect(byId.get('a:4')!.prompt.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: '0-0',
      content: '[{"product_id":"1000000001"}]',
    });
    expect(byId.get('a:2')!.teacher_actions).toEqual([[{ name: 'find_product', arguments: '{"q":"lamp"}' }]]);
    expect(stateRows([one, other, elsewhere], 2, 1)).toHaveLength(2);
  });
});
