import { useEffect } from 'react';

/** Runs an action when its key is pressed, but not while the user types, and not for the browser's own shortcuts. */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
      // Many keyboards need AltGr for brackets, which the browser reports as Ctrl and Alt.
      const isShortcut = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph');
      if (act === undefined || event.metaKey || isShortcut) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [acts]);
}
