import { ANONYMOUS, type Viewer } from '../../board/viewer.ts';
import type { Caller } from '../../identity/identify-caller.ts';

/** The viewer for board queries. */
export function viewerOf(caller: Caller | undefined): Viewer {
  return caller === undefined ? ANONYMOUS : { hotkey: caller.hotkey, isAdmin: caller.standing.admin };
}
