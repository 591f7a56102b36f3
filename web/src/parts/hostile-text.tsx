import { Fragment } from 'react';
import { forCount } from '../../../src/text/counted.ts';
import { type Bounds, type Piece, visiblePieces } from './visible-text.ts';
import './hostile-text.css';

interface HostileTextProps extends Bounds {
  readonly text: string;
}

/** Words up to this length are kept in one piece. A longer one breaks anywhere, so that it cannot widen the page. */
const LONGEST_WHOLE_WORD = 16;
const WORD_END = /(?<=[_/.:-])/;

/**
 * Text by an agent, a contestant or a model. It is shown as characters only: no markup, no links, isolated text
 * direction, and every invisible character replaced by a visible label.
 */
export function HostileText({ text, ...bounds }: HostileTextProps) {
  const { pieces, left } = visiblePieces(text, bounds);
  const isName = bounds.oneLine === true;
  const areWordsWhole = isName && pieces.every((piece) => piece.kind === 'text' && hasOnlyShortWords(piece.text));
  return (
    <bdi dir="ltr" className={areWordsWhole ? 'hostile whole-words' : 'hostile'}>
      {pieces.map((piece, place) => (
        <Shown key={place} piece={piece} isName={isName} />
      ))}
      {left > 0 && (
        <span className="hostile-left">
          {' '}
          … {left.toLocaleString('en')} more {forCount(left, 'character')}
        </span>
      )}
    </bdi>
  );
}

function hasOnlyShortWords(text: string): boolean {
  return text.split(/\s/).every((word) => word.split(WORD_END).every(({ length }) => length <= LONGEST_WHOLE_WORD));
}

function Shown({ piece, isName }: { readonly piece: Piece; readonly isName: boolean }) {
  if (piece.kind === 'text') return isName ? <Name text={piece.text} /> : piece.text;
  return (
    <span className="hostile-sign" title={piece.meaning}>
      {piece.label}
    </span>
  );
}

/** Lets a name such as `careful_verifier` break after its signs rather than within a word. */
function Name({ text }: { readonly text: string }) {
  const words = text.split(WORD_END);
  if (words.length === 1) return text;
  return words.map((word, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
