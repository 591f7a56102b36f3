import { useEffect } from 'react';

const MOVES: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** The keys that readers of long lists know: j for the next, k for the one before. Not while something is typed. */
export function useStepKeys(move: (by: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const by = MOVES[event.key];
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return;
      event.preventDefault();
      move(by);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [move]);
}
