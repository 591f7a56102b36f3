import { Link } from '@tanstack/react-router';

const SHOWN = 6;

/** A contestant by their hotkey, shortened, with the way to their page. */
export function ContestantLink({ hotkey }: { readonly hotkey: string }) {
  return (
    <Link to="/contestants/$hotkey" params={{ hotkey }} className="address" title={hotkey}>
      {hotkey.length > 2 * SHOWN + 1 ? `${hotkey.slice(0, SHOWN)}…${hotkey.slice(-SHOWN)}` : hotkey}
    </Link>
  );
}
