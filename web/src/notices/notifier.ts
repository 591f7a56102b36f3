import type { LiveEvents } from '../live/live-events.ts';
import { currentSession, onSessionChange } from '../session/session.ts';
import { noticeState, onNoticeChange } from './notice-choice.ts';

/**
 * Shows notifications for the signed-in hotkey while a page is open and the user has turned them on. Only then does the
 * page keep its event stream in the background.
 */
export function startNotifier(live: LiveEvents): void {
  let stop: (() => void) | undefined;
  const follow = (): void => {
    const isWanted = noticeState() === 'on' && currentSession() !== undefined;
    if (isWanted === (stop !== undefined)) return;
    stop?.();
    stop = isWanted ? listen(live) : undefined;
  };
  onNoticeChange(follow);
  onSessionChange(follow);
  follow();
}

function listen(live: LiveEvents): () => void {
  const numbers = (): Set<number> => new Set(live.snapshot().recent.map(({ sequence }) => sequence));
  let known = numbers();
  // Imported once: with several concurrent imports, a later one could resolve first and reorder events.
  const loaded = import('./show-notices.ts');
  const take = async (): Promise<void> => {
    const news = live.snapshot().recent.filter(({ sequence }) => !known.has(sequence));
    if (news.length === 0) return;
    known = numbers();
    const { showNotices } = await loaded;
    const hotkey = currentSession()?.hotkey;
    if (hotkey === undefined) return;
    for (const event of news.toReversed()) showNotices(event, hotkey);
  };
  live.keepInBackground(true);
  const leave = live.subscribe(() => void take());
  return () => {
    leave();
    live.keepInBackground(false);
  };
}
