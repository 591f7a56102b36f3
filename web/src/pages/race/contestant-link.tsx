import { Link } from '@tanstack/react-router';
import { shortenMiddle } from '../../../../src/text/shorten.ts';

const SHOWN = 6;

/** A contestant by their hotkey, shortened, with the way to their page. */
export function ContestantLink({ hotkey }: { readonly hotkey: string }) {
  return (
    <Link to="/contestants/$hotkey" params={{ hotkey }} className="address" title={hotkey}>
      {shortenMiddle(hotkey, SHOWN, SHOWN)}
    </Link>
  );
}
