import { describe, expect, it } from 'vitest';
import { shortIds } from './short-ids.ts';

describe('shortIds', () => {
  it('shows the first eight digits', () => {
    const short = shortIds(['3f2a91c4-0d6e-4f0b-9a55-6f1f2f9f9c11', '00000000-0d6e-4f0b-9a55-6f1f2f9f9c11']);
    expect(short('3f2a91c4-0d6e-4f0b-9a55-6f1f2f9f9c11')).toBe('3f2a91c4');
  });

  it('shows more digits when ids of a table begin alike', () => {
    const ids = ['3f2a91c4-0d6e-4f0b-9a55-6f1f2f9f9c11', '3f2a91c4-0d77-4f0b-9a55-6f1f2f9f9c11'];
    const short = shortIds([...ids, ids[0]!]);
    expect(ids.map(short)).toEqual(['3f2a91c4-0d6', '3f2a91c4-0d7']);
  });

  it('shows other ids as they are', () => {
    expect(shortIds(['suite', 'registrations'])('registrations')).toBe('registrations');
  });
});
