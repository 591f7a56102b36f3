import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { auditPolicySchema } from './audit-policy.ts';
import { compareReruns } from './compare-reruns.ts';
import { type AuditCounts, trustOf } from './trust.ts';

const POLICY = auditPolicySchema.parse({});
const NOTHING: AuditCounts = {
  regraded: { problems: 0, differ: 0 },
  rerun: { problems: 0, differ: 0 },
  contestants: 3,
  forged: 0,
};
const disagreement = fc
  .nat(300)
  .chain((problems) => fc.record({ problems: fc.constant(problems), differ: fc.nat(problems) }));
const counts = fc.record({ regraded: disagreement, rerun: disagreement, contestants: fc.nat(5), forged: fc.nat(3) });

describe('trustOf', () => {
  it('trust is between 0 and 1, and 0 exactly for excluded validators', () => {
    fc.assert(
      fc.property(counts, (found) => {
        const { trust, isExcluded } = trustOf(found, POLICY);
        expect(trust).toBeGreaterThanOrEqual(0);
        expect(trust).toBeLessThanOrEqual(1);
        expect(isExcluded).toBe(trust === 0);
      }),
    );
  });

  it('one more disagreement never raises trust, and one more agreement never lowers it', () => {
    fc.assert(
      fc.property(counts, fc.constantFrom('regraded', 'rerun'), (found, kind) => {
        const { problems, differ } = found[kind];
        const worse = { ...found, [kind]: { problems: problems + 1, differ: differ + 1 } };
        const better = { ...found, [kind]: { problems: problems + 1, differ } };
        const { trust } = trustOf(found, POLICY);
        expect(trustOf(worse, POLICY).trust).toBeLessThanOrEqual(trust + 1e-12);
        // Fewer than five problems decide nothing, and the fifth may be the first that counts.
        if (problems >= 5) expect(trustOf(better, POLICY).trust).toBeGreaterThanOrEqual(trust - 1e-12);
        expect(trustOf({ ...found, forged: found.forged + 1 }, POLICY).trust).toBeLessThanOrEqual(trust);
      }),
    );
  });

  it('trust stays full for tolerated disagreement, however often audited', () => {
    fc.assert(
      fc.property(fc.nat(5_000), (problems) => {
        const rerun = { problems, differ: Math.floor(problems * POLICY.rerunTolerance) };
        const regraded = { problems, differ: Math.floor(problems * POLICY.regradeTolerance) };
        expect(trustOf({ ...NOTHING, rerun, regraded }, POLICY)).toEqual({ trust: 1, isExcluded: false });
      }),
    );
  });

  it('one invented run of ten problems, or forged evidence in two runs, loses all trust', () => {
    expect(trustOf({ ...NOTHING, regraded: { problems: 10, differ: 10 } }, POLICY).isExcluded).toBe(true);
    expect(trustOf({ ...NOTHING, rerun: { problems: 10, differ: 10 } }, POLICY).isExcluded).toBe(true);
    expect(trustOf({ ...NOTHING, rerun: { problems: 10, differ: 10 }, contestants: 2 }, POLICY).trust).toBe(1);
    expect(trustOf({ ...NOTHING, forged: 1 }, POLICY)).toEqual({ trust: 0.5, isExcluded: false });
    expect(trustOf({ ...NOTHING, forged: 2 }, POLICY).isExcluded).toBe(true);
  });

  it('trust excludes no honest validator of two hundred whose agents fail by chance on one problem in ten', () => {
    const random = new Random(7);
    for (let validator = 0; validator < 200; validator++) {
      let problems = 0;
      let differ = 0;
      for (let run = 0; run < 10; run++) {
        const outcomes = () =>
          new Map(Array.from({ length: 30 }, (_, place) => [`${place}`, place % 2 === 0 && random.next() >= 0.1]));
        const compared = compareReruns(outcomes(), [outcomes(), outcomes()]);
        problems += compared.problems;
        differ += compared.differing.length;
      }
      expect(trustOf({ ...NOTHING, rerun: { problems, differ } }, POLICY).isExcluded).toBe(false);
    }
  });
});

describe('compareReruns', () => {
  const run = (...solved: string[]) => new Map(['a', 'b', 'c'].map((id) => [id, solved.includes(id)]));

  it('compareReruns blames no validator when the others differ or are too few', () => {
    expect(compareReruns(run('a', 'b'), [run('a'), run('c')])).toEqual({ problems: 1, differing: ['b'] });
    expect(compareReruns(run('a'), [run()])).toEqual({ problems: 0, differing: [] });
  });
});
