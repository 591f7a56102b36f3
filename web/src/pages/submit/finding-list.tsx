import type { FindingWire } from '../../../../src/board/wire.ts';
import { forCount } from '../../../../src/text/counted.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { linesAround } from './inspect-file.ts';

interface FindingListProps {
  readonly findings: readonly FindingWire[];
  /** Number of findings that the arena did not list. */
  readonly omitted: number;
  /** Lines of the file. */
  readonly lines: readonly string[];
}

const TONES: Readonly<Record<string, Tone>> = { form: 'warn', security: 'bad', integrity: 'bad', policy: 'ours' };
const LINE_LIMIT = 200;

/** Every finding with its line, what it is, why it matters and the remedy. */
export function FindingList({ findings, omitted, lines }: FindingListProps) {
  return (
    <>
      <ol className="findings">
        {findings.map((finding) => (
          <li key={`${finding.line}:${finding.column}:${finding.code}:${finding.message}`}>
            <Finding finding={finding} lines={lines} />
          </li>
        ))}
      </ol>
      {omitted > 0 && (
        <p className="quiet">
          {omitted} more of the same kinds {forCount(omitted, 'is', 'are')} not listed.
        </p>
      )}
    </>
  );
}

function Finding({ finding, lines }: { readonly finding: FindingWire; readonly lines: readonly string[] }) {
  const { line, code, class: kind, message, why, fix } = finding;
  return (
    <>
      <p className="finding-head">
        <strong>{line > 0 ? `Line ${line}` : 'The file'}</strong> <code>{code}</code>{' '}
        <Badge tone={TONES[kind] ?? 'warn'}>{kind}</Badge>
      </p>
      <p>
        <HostileText text={message} limit={400} />
      </p>
      <SourceLines lines={lines} line={line} />
      <p className="quiet">{why}</p>
      <p>
        <span aria-hidden="true">→ </span>
        <span className="hidden">What to do: </span>
        {fix}
      </p>
    </>
  );
}

function SourceLines({ lines, line }: { readonly lines: readonly string[]; readonly line: number }) {
  const shown = linesAround(lines, line);
  if (shown.length === 0) return null;
  return (
    <div className="source mono">
      {shown.map(({ number, text, isMarked }) => (
        <div key={number} data-marked={isMarked || undefined}>
          <span className="source-number">
            {isMarked && <span aria-hidden="true">▸ </span>}
            {number}
          </span>
          <HostileText text={text} oneLine limit={LINE_LIMIT} />
        </div>
      ))}
    </div>
  );
}
