import { type RefObject, useEffect } from 'react';

const NAME = 'found';
const MOST = 500;

/** Highlights the words without changing the document. Browsers without the highlight API only scroll to the step. */
export function useFoundMarks(list: RefObject<HTMLElement | null>, words: string): void {
  // Runs after every render, because rows are added and removed while scrolling.
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
    // If lower-casing changes the length, offsets into the original text would be wrong.
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
