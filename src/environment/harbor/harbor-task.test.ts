import { describe, expect, it } from 'vitest';
import { instruction, taskName, taskToml } from './harbor-task.ts';

const PROBLEM = {
  id: '708a281a133d8565',
  category: 'product',
  difficulty: 'medium',
  query: 'A "lamp" for £5.',
} as const;

describe('a task for Harbor', () => {
  it('a Harbor task is named by its problem id, or by a hash when the id is not a valid name', () => {
    expect(taskName(PROBLEM)).toBe('708a281a133d8565');
    for (const id of ['../../etc', 'a/b', '', '.hidden', 'ünïcode', '"]\n[verifier]', 'x'.repeat(65)]) {
      expect(taskName({ id }), id).toMatch(/^[0-9a-f]{16}$/);
    }
  });

  it('values of a problem or suite cannot inject settings into a Harbor task', () => {
    const toml = taskToml({ ...PROBLEM, id: '"\n[verifier]\n' }, 'a"\n[verifier.env]\nX = "');
    expect(toml.match(/^\[.*\]$/gm)).toEqual([
      '[task]',
      '[metadata]',
      '[agent]',
      '[verifier]',
      '[verifier.env]',
      '[environment]',
      '[environment.env]',
    ]);
    expect(toml).toContain('suite = "a___verifier.env__X____"');
  });

  it('the instruction of a Harbor task has the user’s request and the path of the answer', () => {
    const text = instruction(PROBLEM);
    expect(text).toContain('A "lamp" for £5.');
    expect(text).toContain('/app/recommendation.txt');
    expect(text).not.toContain('recommend_product');
  });
});
