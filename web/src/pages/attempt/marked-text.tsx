import { HostileText } from '../../parts/hostile-text.tsx';
import { markQuotes } from './mark-quotes.ts';
import type { JudgedQuote } from './read-evidence.ts';

interface MarkedTextProps {
  readonly text: string;
  readonly quotes: readonly JudgedQuote[];
  /** The part of the text to show. Positions of quotes refer to the whole text. */
  readonly from?: number;
  readonly to?: number;
}

const LIMIT = 4_000;

export function quoteElementId(id: number): string {
  return `quote-${id}`;
}

/** A model's answer with the judge's quotes marked. */
export function MarkedText({ text, quotes, from = 0, to = text.length }: MarkedTextProps) {
  return (
    <div className="attempt-text">
      {markQuotes(text, quotes, [from, to]).map((part, place) =>
        part.gates.length === 0 ? (
          <HostileText key={place} text={part.text} limit={LIMIT} />
        ) : (
          <mark
            key={place}
            className="attempt-quote"
            title={`Quoted by the judge for gate ${part.gates.join(' and ')}`}
          >
            {part.begins.map((id) => (
              <span key={id} id={quoteElementId(id)} tabIndex={-1} className="attempt-anchor" />
            ))}
            <HostileText text={part.text} limit={LIMIT} />
            <sup aria-hidden="true">{part.gates.join(',')}</sup>
          </mark>
        ),
      )}
    </div>
  );
}
