import type { ReactNode } from 'react';
import { counted, forCount } from '../../../../src/text/counted.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import type { ComparedAttempt } from './compared-attempt.ts';
import { verdictRows } from './verdict-rows.ts';

interface VerdictTableProps {
  readonly left: ComparedAttempt;
  readonly right: ComparedAttempt;
  readonly heads: readonly [ReactNode, ReactNode];
}

/** Verdicts of both attempts line by line, with differences marked. */
export function VerdictTable({ left, right, heads }: VerdictTableProps) {
  const rows = verdictRows(left, right);
  const different = rows.filter(({ differs }) => differs).length;
  const caption = `${different} of ${counted(rows.length, 'line')} ${forCount(different, 'differs; it is', 'differ; those are')} marked`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section className="scroll" tabIndex={0} aria-label="Results of both attempts">
      <table className="compare-verdicts">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" data-decisive>
              {heads[0]}
            </th>
            <th scope="col" data-decisive>
              {heads[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, left: one, right: other, differs }) => (
            <tr key={name} className={differs ? 'compare-differs' : undefined}>
              <th scope="row">
                <HostileText text={name} limit={60} oneLine /> {differs && <span className="compare-sign">≠</span>}
              </th>
              <td>
                <HostileText text={one} limit={400} oneLine />
              </td>
              <td>
                <HostileText text={other} limit={400} oneLine />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
