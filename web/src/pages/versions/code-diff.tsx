import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { VersionStatusWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { Countdown } from '../../parts/countdown.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { publicCodeQuery } from '../agent/code-query.ts';
import { codeState } from '../agent/code-state.ts';
import { type DiffHunk, type DiffLine, diffCode } from './diff-code.ts';

interface CodeDiffProps {
  readonly left: VersionStatusWire;
  readonly right: VersionStatusWire;
}

/** Changes from the code of one version to that of another. Nothing is requested before both are public. */
export function CodeDiff({ left, right }: CodeDiffProps) {
  const sealed = [left, right].filter(({ release_state }) => release_state !== 'RELEASED');
  if (sealed.length === 0) return <PublicDiff left={left} right={right} />;
  return (
    <>
      {sealed.map((status) => (
        <Sealed key={status.agent_version_id} status={status} />
      ))}
    </>
  );
}

function Sealed({ status }: { readonly status: VersionStatusWire }) {
  const state = codeState(status, undefined);
  return (
    <div className="state">
      <strong>
        The code of <HostileText text={status.agent_name} limit={80} oneLine /> v{status.version_number} is not public.
      </strong>
      {state.kind === 'embargo' ? (
        <Countdown until={state.until} label="Time until it is public:" />
      ) : (
        'Only the code of winners is released. A diff is shown once the code of both is public.'
      )}
    </div>
  );
}

function PublicDiff({ left, right }: CodeDiffProps) {
  const before = useQuery(publicCodeQuery(left.agent_version_id));
  const after = useQuery(publicCodeQuery(right.agent_version_id));
  return (
    <QueryView query={before} what="the code of the first version">
      {(one) => (
        <QueryView query={after} what="the code of the second version">
          {(other) => <Diff left={one} right={other} ids={[left.agent_version_id, right.agent_version_id]} />}
        </QueryView>
      )}
    </QueryView>
  );
}

/** Rows shown at first. */
const FIRST_LINES = 600;
const LONGEST_LINE = 2_000;

interface DiffProps {
  readonly left: string;
  readonly right: string;
  readonly ids: readonly [left: string, right: string];
}

function Diff({ left, right, ids }: DiffProps) {
  const [isWhole, setWhole] = useState(false);
  const [areAllShown, setAllShown] = useState(false);
  const diff = useMemo(() => diffCode(left, right, isWhole), [left, right, isWhole]);
  if (diff === null) {
    return (
      <div className="state">
        <strong>The two files are too different for a diff.</strong>
        Read them on the pages of their versions:{' '}
        {ids.map((versionId, place) => (
          <span key={versionId}>
            {place > 0 && ', '}
            <Link to="/agents/$versionId" params={{ versionId }}>
              {place === 0 ? 'A' : 'B'}
            </Link>
          </span>
        ))}
      </div>
    );
  }
  if (diff.hunks.length === 0) return <div className="state">Both versions have the same code.</div>;
  const total = diff.hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <>
      <p>
        From A to B: {counted(diff.added, 'line')} added, {counted(diff.removed, 'line')} removed.{' '}
        <label>
          <input type="checkbox" checked={isWhole} onChange={() => setWhole(!isWhole)} /> Show unchanged lines
        </label>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
      <section className="scroll diff" tabIndex={0} aria-label="Changes from A to B">
        <table>
          <caption className="hidden">Changes from A to B</caption>
          <thead>
            <tr>
              <th scope="col" className="diff-number">
                A
              </th>
              <th scope="col" className="diff-number">
                B
              </th>
              <th scope="col" data-decisive>
                Code
              </th>
            </tr>
          </thead>
          <tbody>
            {firstLines(diff.hunks, areAllShown ? total : FIRST_LINES).map((hunk) => (
              <Hunk key={`${hunk.lines[0]?.left} ${hunk.lines[0]?.right}`} hunk={hunk} />
            ))}
          </tbody>
        </table>
      </section>
      {total > FIRST_LINES && !areAllShown && (
        <button type="button" onClick={() => setAllShown(true)}>
          Show all {total.toLocaleString('en')} lines
        </button>
      )}
    </>
  );
}

function firstLines(hunks: readonly DiffHunk[], most: number): readonly DiffHunk[] {
  let left = most;
  return hunks.flatMap((hunk) => {
    if (left <= 0) return [];
    const lines = hunk.lines.slice(0, left);
    left -= lines.length;
    return [{ ...hunk, lines }];
  });
}

function Hunk({ hunk: { skipped, lines } }: { readonly hunk: DiffHunk }) {
  return (
    <>
      {skipped > 0 && (
        <tr className="diff-skipped">
          <td colSpan={3}>{counted(skipped, 'unchanged line')}</td>
        </tr>
      )}
      {lines.map((line) => (
        <Line key={`${line.left} ${line.right}`} line={line} />
      ))}
    </>
  );
}

const SIGNS = {
  '+': { kind: 'added', sign: '+' },
  '-': { kind: 'removed', sign: '−' },
  ' ': { kind: 'same', sign: ' ' },
} as const;

function Line({ line: { sign, left, right, text } }: { readonly line: DiffLine }) {
  const { kind, sign: shown } = SIGNS[sign];
  return (
    <tr className={`diff-${kind}`}>
      <td className="diff-number">{left}</td>
      <td className="diff-number">{right}</td>
      <td className="diff-code">
        <span aria-hidden="true">{shown} </span>
        {kind !== 'same' && <span className="hidden">{kind}: </span>}
        <HostileText text={text} limit={LONGEST_LINE} />
      </td>
    </tr>
  );
}
