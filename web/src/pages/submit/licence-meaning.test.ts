import { expect, it } from 'vitest';
import { LICENCES as ARENA_LICENCES } from '../../../../src/arena/submission.ts';
import { LICENCES } from './licence-meaning.ts';

it('the offered licences are those that the arena accepts, in its order', () => {
  expect(LICENCES).toEqual(ARENA_LICENCES);
});
