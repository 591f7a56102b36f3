import { expect, it } from 'vitest';
import { costText } from './cost-text.ts';

it('a check names the length of the cooldown that a submission costs', () => {
  const cooldown = { full: 43_200, reduced: 5_400 };
  expect(costText('full cooldown', cooldown)).toBe('12 h');
  expect(costText('reduced cooldown', cooldown)).toBe('1 h 30 min');
  expect(costText('nothing', cooldown)).toBe('none');
  expect(costText('full cooldown', { full: 0, reduced: 0 })).toBe('none');
  expect(costText('full cooldown', undefined)).toBe('full');
});
