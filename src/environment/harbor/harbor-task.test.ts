import { describe, expect, it } from 'vitest';
import { instruction, taskName, taskToml } from './harbor-task.ts';

const PROBLEM = {
  id: '708a281a133d8565',
  category: 'product',
  difficulty: 'medium',
  query: 'A "lamp" for £5.',
} as const;

describe('a task for Harbor', () => {
  it('is named by its problem, or by a hash where the id is no name', () => {
    expect(taskName(PROBLEM)).toBe('708a281a133d8565');
    for (const id of ['../../etc', 'a/b', '', '.hidden', 'ünïcode', '"]\n[verifier]', 'x'.repeat(65)]) {
      expect(taskName({ id }), id).toMatch(/^[0-9a-f]{16}$/);
    }
  });

  it('takes nothing from a problem or suite into its settings that could be read as another setting', () => {
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

  it('asks as the user did, and says where the answer goes', () => {
    const text = instruction(PROBLEM);
    expect(text).toContain('A "lamp" for £5.');
    expect(text).toContain('/app/recommendation.txt');
    expect(text).not.toContain('recommend_product');
  });
});
