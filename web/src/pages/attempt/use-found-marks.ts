import { type RefObject, useEffect } from 'react';

const NAME = 'found';
const MOST = 500;

/** Marks the words where they stand, without touching the document. Browsers that cannot do that show the step only. */
export function useFoundMarks(list: RefObject<HTMLElement | null>, words: string): void {
  // After every render, since rows come and go while one scrolls.
  useEffect(() => {
    const wanted = words.trim().toLowerCase();
    if (typeof Highlight === 'undefined' || list.current === null || wanted === '') return;
    CSS.highlights.set(NAME, new Highlight(...rangesOf(list.current, wanted)));
    return () => void CSS.highlights.delete(NAME);
  });
}

function rangesOf(root: HTMLElement, wanted: string): readonly Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && ranges.length < MOST; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? '';
    // Letters whose lower case is longer would move the places.
    if (text.length !== node.textContent?.length) continue;
    for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + wanted.length)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, start + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
}
