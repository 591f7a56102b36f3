import { type Notice, noticesOf } from '../../../src/arena/browser.ts';
import type { LedgerEventWire } from '../../../src/board/ledger-event.ts';
import { visibleText } from '../parts/visible-text.ts';
import { router } from '../router.tsx';
import { noteUnsupported } from './notice-choice.ts';

const TITLES: Readonly<Record<Notice['kind'], string>> = {
  run_finished: 'Run finished',
  qualified: 'You qualified',
  race_decided: 'Race decided',
};
const LONGEST_TEXT = 200;

/**
 * Shows the notifications of an event for this hotkey. With several tabs open each appears once, because all use the
 * same tag.
 */
export function showNotices(event: LedgerEventWire, hotkey: string): void {
  for (const notice of noticesOf(event)) {
    if (notice.hotkey !== null && notice.hotkey !== hotkey) continue;
    try {
      const body = visibleText(notice.text, LONGEST_TEXT);
      const shown = new Notification(TITLES[notice.kind], { body, tag: event.hash, icon: '/assay.svg' });
      shown.onclick = () => {
        window.focus();
        openPageOf(notice);
        shown.close();
      };
    } catch {
      // Mobile browsers have the constructor, but it throws.
      noteUnsupported();
    }
  }
}

function openPageOf({ kind, data }: Notice): void {
  if (kind === 'run_finished' && typeof data.agent_version_id === 'string') {
    void router.navigate({ to: '/agents/$versionId', params: { versionId: data.agent_version_id } });
  } else if (typeof data.race_id === 'string') {
    void router.navigate({ to: '/races/$raceId', params: { raceId: data.race_id } });
  }
}
