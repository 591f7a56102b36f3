import { useSyncExternalStore } from 'react';

/** `unsupported`: the browser has no notifications for pages, or allows them only with a service worker. */
export type NoticeState = 'off' | 'on' | 'blocked' | 'unsupported';

const KEY = 'assay-notices';
const listeners = new Set<() => void>();
let isUnsupported = typeof Notification === 'undefined';

export function noticeState(): NoticeState {
  if (isUnsupported) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return localStorage.getItem(KEY) === 'on' && Notification.permission === 'granted' ? 'on' : 'off';
}

export function onNoticeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useNoticeState(): NoticeState {
  return useSyncExternalStore(onNoticeChange, noticeState);
}

/** Call it only from a click: browsers block permission prompts without a user gesture. */
export async function turnNoticesOn(): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') localStorage.setItem(KEY, 'on');
  tell();
}

export function turnNoticesOff(): void {
  localStorage.removeItem(KEY);
  tell();
}

/** The browser failed to show the first notification. */
export function noteUnsupported(): void {
  isUnsupported = true;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
