import { type Bounds, type Piece, visiblePieces } from './visible-text.ts';
import './hostile-text.css';

interface HostileTextProps extends Bounds {
  readonly text: string;
}

/**
 * Text by an agent, a contestant or a model. It is shown as characters only: no markup, no links, isolated text
 * direction, and every invisible character replaced by a visible label.
 */
export function HostileText({ text, ...bounds }: HostileTextProps) {
  const { pieces, left } = visiblePieces(text, bounds);
  return (
    <bdi dir="ltr" className="hostile">
      {pieces.map((piece, place) => (
        <Shown key={place} piece={piece} />
      ))}
      {left > 0 && <span className="hostile-left"> … {left.toLocaleString('en')} more characters</span>}
    </bdi>
  );
}

function Shown({ piece }: { readonly piece: Piece }) {
  if (piece.kind === 'text') return piece.text;
  return (
    <span className="hostile-sign" title={piece.meaning}>
      {piece.label}
    </span>
  );
}
