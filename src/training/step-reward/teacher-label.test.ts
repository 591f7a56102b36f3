import { describe, expect, it } from 'vitest';
import type { ReadMessage } from '../../chat/read-message.ts';
import { FOUR_TOOLS } from '../../tools/shopping-tools.ts';
import type { TeacherCall } from './teacher-call.ts';
import { leavesTeachers, teacherLabels } from './teacher-label.ts';

const find = (q: string): TeacherCall => ({ name: 'find_product', arguments: { q } });
const view = (product_ids: string): TeacherCall => ({ name: 'view_product_information', arguments: { product_ids } });
const recommend = (product_ids: string): TeacherCall => ({ name: 'recommend_product', arguments: { product_ids } });
const end: TeacherCall = { name: 'terminate', arguments: '{}' };

const TEACHERS = [
  [find('desk lamp'), view('1,2'), recommend('1'), end],
  [find('kavari lamp'), find('wool rug'), view('3'), recommend('3'), end],
];

/** Each step is one answer. Results come between them, so the steps are messages 1, 3, 5 and so on. */
function told(...steps: readonly (readonly TeacherCall[])[]): readonly ReadMessage[] {
  return [
    { role: 'user', text: 'a lamp', toolCalls: [] },
    ...steps.flatMap((calls): ReadMessage[] => [
      {
        role: 'assistant',
        text: '',
        toolCalls: calls.map(({ name, arguments: given }) => ({
          id: '',
          name,
          arguments: typeof given === 'string' ? given : JSON.stringify(given),
        })),
      },
      { role: 'tool', text: '[]', toolCalls: [] },
    ]),
  ];
}

const left = (...steps: readonly (readonly TeacherCall[])[]) => leavesTeachers(told(...steps), TEACHERS, FOUR_TOOLS);

describe('leavesTeachers', () => {
  it('an attempt follows the teachers while one of them made all its calls, in any order', () => {
    expect(left([find('desk lamp')], [view('2,1')], [recommend('1')], [end])).toBeUndefined();
    expect(left([find('wool rug'), find('kavari lamp')], [view('3')])).toBeUndefined();
    expect(left([find('wool rug')], [find('kavari lamp')])).toBeUndefined();
  });

  it('an attempt leaves the teachers at the first call that none of them made', () => {
    expect(left([find('garden hose')], [view('1,2')])).toBe(1);
    expect(left([find('desk lamp')], [view('1,2')], [recommend('2')], [end])).toBe(5);
    expect(left([find('desk lamp'), find('garden hose')])).toBe(1);
  });

  it('mixing half of one teacher with half of another leaves the teachers', () => {
    expect(left([find('desk lamp')], [view('3')])).toBe(3);
    expect(left([find('kavari lamp')], [view('3')], [recommend('3')])).toBeUndefined();
  });

  it('every call of a teacher counts once', () => {
    expect(left([find('desk lamp')], [find('desk lamp red')])).toBe(3);
  });

  it('answers without a call do not leave the teachers, and without teachers nothing is known', () => {
    expect(left([], [find('desk lamp')])).toBeUndefined();
    expect(leavesTeachers(told([find('garden hose')]), [], FOUR_TOOLS)).toBeUndefined();
  });
});

describe('teacherLabels', () => {
  const wandering = told([find('desk lamp')], [view('9')], [find('garden hose')]);

  it('labels a failed attempt bad at its first step off the teachers’ paths, and at no other', () => {
    expect([...teacherLabels({ messages: wandering, success: false }, TEACHERS, FOUR_TOOLS)]).toEqual([
      [3, 'left the ways of the teachers'],
    ]);
    expect(teacherLabels({ messages: wandering, success: true }, TEACHERS, FOUR_TOOLS).size).toBe(0);
  });

  it('labels malformed calls as bad wherever they occur', () => {
    const broken = told(
      [{ name: 'find_product', arguments: '{"q":' }],
      [{ name: 'find_product', arguments: { colour: 'red' } }],
      [{ name: 'calculate_voucher', arguments: {} }],
      [find('desk lamp')],
    );
    for (const success of [true, false]) {
      const labels = teacherLabels({ messages: broken, success }, TEACHERS, FOUR_TOOLS);
      expect([...labels].sort()).toEqual([1, 3, 5].map((place) => [place, 'malformed call']));
    }
    const inWords: ReadMessage[] = [{ role: 'assistant', text: '<tool_call>{"name":"find_pro', toolCalls: [] }];
    expect(teacherLabels({ messages: inWords, success: true }, [], FOUR_TOOLS).get(0)).toBe('malformed call');
  });
});
