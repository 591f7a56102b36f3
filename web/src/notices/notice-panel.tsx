import { Section } from '../parts/section.tsx';
import { turnNoticesOff, turnNoticesOn, useNoticeState } from './notice-choice.ts';

/** Turns notifications on and off. */
export function NoticePanel() {
  const state = useNoticeState();
  return (
    <Section title="Notifications">
      <p>
        You are notified when one of your runs finishes, when you qualify and when a race is decided, while a page of
        this arena is open in this browser.
      </p>
      {state === 'off' && (
        <p>
          <button type="button" onClick={() => void turnNoticesOn()}>
            Notify me in this browser
          </button>
        </p>
      )}
      {state === 'on' && (
        <p>
          <span role="status">Notifications are on.</span>{' '}
          <button type="button" onClick={turnNoticesOff}>
            Turn them off
          </button>
        </p>
      )}
      {state === 'blocked' && (
        <p role="status">This browser blocks notifications from this page. Allow them in its settings for this site.</p>
      )}
      {state === 'unsupported' && <p role="status">This browser does not support notifications on this page.</p>}
      <p className="quiet">
        When no page is open: <code>assay webhook add URL</code> sends the same three notifications, signed, to your
        URL.
      </p>
    </Section>
  );
}
