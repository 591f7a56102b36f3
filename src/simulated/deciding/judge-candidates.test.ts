import { describe, expect, it } from 'vitest';
import type { Listing } from '../reading/conversation.ts';
import { readItem } from '../reading/read-item.ts';
import { judge } from './judge-candidates.ts';

const REEL: Listing = {
  id: '1',
  shopId: '9',
  title: 'Yorominia F795 Jigging Reel Saltwater Resistant With Spare Spool',
  price: 543,
  services: ['COD'],
  attributes: [
    ['reel_type', ['baitcasting']],
    ['gear_ratio', ['8.1:1']],
    ['max_drag', ['8 kg']],
  ],
  variants: [
    [
      ['reel_size', '500'],
      ['hand_orientation', 'left hand with spare spool'],
    ],
    [
      ['reel_size', '2000'],
      ['hand_orientation', 'right hand'],
    ],
  ],
};

const fits = (text: string, listing: Listing = REEL): boolean => judge(readItem(text), listing).fits;

describe('judging a listing', () => {
  it.each([
    'saltwater resistant jigging reel (max drag: 8 kg), whose reel type is baitcasting, with 8.1:1 as gear ratio',
    'jigging reel with reel type baitcasting, with baitcasting reel type, in 500',
    'f795 jigging reel hand orientation left hand with spare spool, under 600 pesos',
    'jigging reel in 2000 and with right hand as hand orientation, with cash on delivery',
  ])('judging a listing explains every word of: %s', (text) => {
    expect(judge(readItem(text), REEL).against).toEqual([]);
    expect(fits(text)).toBe(true);
  });

  it.each([
    ['jigging reel (max drag: 15 kg)', 'has max_drag 8 kg instead of "15 kg"'],
    ['jigging reel with spinning as reel type', 'has reel_type baitcasting instead of "spinning"'],
    ['jigging reel over 600 pesos', 'costs 543, below 600'],
    ['jigging reel with free shipping', 'lacks freeShipping'],
    ['jigging reel in gray', 'does not show "in gray"'],
  ])('judging a listing says what contradicts the request: %s', (text, reason) => {
    expect(judge(readItem(text), REEL).against).toEqual([reason]);
    expect(fits(text)).toBe(false);
  });

  it('judging a listing requires options together in one variant', () => {
    expect(fits('jigging reel in reel size 500, with right hand as hand orientation')).toBe(false);
  });

  it('judging a listing ignores a matching value under another attribute', () => {
    expect(fits('jigging reel with 8 kg as gear ratio')).toBe(false);
  });

  it('a listing stays possible until it is opened', () => {
    const { attributes: _, variants: __, ...card } = REEL;
    const judgement = judge(readItem('jigging reel with spinning as reel type'), card);
    expect(judgement).toMatchObject({ possible: true, fits: false });
    expect(judge(readItem('jigging rod'), card)).toMatchObject({ possible: false, missingName: ['rod'] });
    expect(judge(readItem('jigging reel hand orientation right hand'), card).possible).toBe(true);
  });
});
