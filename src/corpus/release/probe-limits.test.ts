import { describe, expect, it } from 'vitest';
import { probeLimits } from './probe-limits.ts';

const none = { followed: 0, of: 0 };
const probed = (search: number, recommend: number) => ({
  probes: 3,
  follow: { search: { followed: search, of: search }, view: none, recommend: { followed: 0, of: recommend } },
});
const limits = (agents: readonly string[], versions: Parameters<typeof probeLimits>[1]) =>
  probeLimits(new Set(agents), versions, 'What can probes not see?');

describe('the limits of probes on the card', () => {
  it('counts probed versions and their observations, only of versions with rows', () => {
    const versions = { a: probed(5, 0), b: probed(3, 2), c: { ...probed(0, 0), probes: 0 }, rejected: probed(90, 90) };
    const { answer, counts } = limits(['a', 'b', 'c', 'unknown'], versions);
    expect(answer).toContain(
      '2 of 4 agent versions with rows here were probed. For the others only texts were compared',
    );
    expect(answer).toContain('search: 8 of 8 followed, 95 % interval 0.68 to 1.00, median 4 per version;');
    expect(answer).toContain('view: 0 of 0 followed, median 0 per version; recommend: 0 of 2 followed');
    expect(answer).toContain('For 1 version no change reached the recommendation');
    expect(counts).toEqual({
      'agent versions': { probed: 2, 'not probed': 2 },
      'changes followed': { search: 8, view: 0, recommend: 0 },
      'changes not followed': { search: 0, view: 0, recommend: 2 },
    });
  });

  it('states the limits of the method for a corpus without probes', () => {
    const { answer, counts } = limits(['a'], {});
    expect(answer).toMatch(
      /^0 of 1 agent versions with rows here were probed\. .*Not detected: a program that rejects/,
    );
    expect(counts).toEqual({ 'agent versions': { probed: 0, 'not probed': 1 } });
  });

  it('does not take inherited fields for versions', () => {
    expect(limits(['constructor'], {}).counts['agent versions']).toEqual({ probed: 0, 'not probed': 1 });
  });
});
