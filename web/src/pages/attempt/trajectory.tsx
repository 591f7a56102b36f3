import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { AttemptSearch, AttemptView } from '../../attempt-search.ts';
import { useKeys } from '../../parts/use-keys.ts';
import type { Row } from './build-rows.ts';
import { isDifferent } from './describe-match.ts';
import { FindField } from './find-field.tsx';
import { findInRows } from './find-in-rows.ts';
import { quoteElementId } from './marked-text.tsx';
import { WithKnownProducts } from './product-list.tsx';
import { PromptReader } from './prompt-reader.ts';
import type { JudgedQuote } from './read-evidence.ts';
import { callsOf, rowLabel, rowOfCall } from './row-label.ts';
import { TrajectoryRow } from './trajectory-row.tsx';
import { useFoundMarks } from './use-found-marks.ts';

/** Up to this many rows are all rendered, so that the browser's own search finds them. */
const FEW = 60;
const ROW_PIXELS = 420;
const FRAMES_TO_WAIT = 40;
const MARGIN_PIXELS = 8;
const TYPING_MILLISECONDS = 400;

export interface TrajectoryHandle {
  /** Scrolls to a quote. */
  showQuote(quote: JudgedQuote): void;
  showRow(index: number): void;
}

interface TrajectoryProps {
  readonly rows: readonly Row[];
  readonly quotes: readonly JudgedQuote[];
  readonly view: AttemptView;
  readonly handle: RefObject<TrajectoryHandle | null>;
  /** The search parameters when the steps are first shown. */
  readonly search: AttemptSearch;
  /** Writes the current step or search text to the URL. */
  readonly onSearch: (change: AttemptSearch) => void;
}

/** The whole attempt, step by step. Of a long one only the visible rows are rendered. */
export function Trajectory({ rows, quotes, view, handle, search, onSearch }: TrajectoryProps) {
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { top: margin, covered } = usePlace(list, bar);
  const isLong = rows.length > FEW;
  const virtual = useWindowVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => ROW_PIXELS,
    overscan: 3,
    scrollMargin: margin,
    scrollPaddingStart: covered,
  });
  const { scrollToIndex } = virtual;
  const show = useCallback(
    (index: number, target?: string): void => {
      setCurrent(index);
      onSearch({ step: rowLabel(rows[index]!) });
      if (isLong) scrollToIndex(index, { align: 'start' });
      focusWhenThere(() => {
        const row = list.current?.querySelector<HTMLElement>(`[data-index="${index}"] > article`);
        return target === undefined ? row : document.getElementById(target);
      }, covered);
    },
    [covered, isLong, onSearch, rows, scrollToIndex],
  );
  const move = useCallback(
    (by: number): void =>
      show(Math.min(rows.length - 1, Math.max(0, indexInSight(list.current, current, covered) + by))),
    [current, covered, rows.length, show],
  );
  useKeys(useMemo(() => ({ j: () => move(1), k: () => move(-1) }), [move]));
  useFirstStep(rows, search, covered, show);
  useEffect(() => {
    handle.current = {
      showQuote: ({ id, call }) => {
        const index = rowOfCall(rows, call);
        if (index !== -1) show(index, quoteElementId(id));
      },
      showRow: (index) => show(index),
    };
  }, [handle, rows, show]);

  const different = useMemo(() => rows.flatMap((row, index) => (isDifferent(row) ? [index] : [])), [rows]);
  const showDifferent = (): void => {
    const from = indexInSight(list.current, current, covered);
    const next = different.find((index) => index > from) ?? different[0];
    if (next !== undefined) show(next);
  };
  const [words, setWords] = useState(search.find ?? '');
  const sought = useDeferredValue(words);
  const prompts = useMemo(() => new PromptReader(rows.flatMap(callsOf)), [rows]);
  const found = useMemo(
    () => findInRows(rows, sought, view === 'conversation' ? prompts : undefined),
    [rows, sought, view, prompts],
  );
  useFoundMarks(list, sought);
  useWordsInUrl(words, onSearch);
  const showFound = (by: 1 | -1): void => {
    onSearch({ find: words });
    const from = indexInSight(list.current, current, covered);
    const next = by === 1 ? found.find((index) => index > from) : found.findLast((index) => index < from);
    const index = next ?? found.at(by === 1 ? 0 : -1);
    if (index !== undefined) show(index);
  };
  const shown = isLong ? virtual.getVirtualItems() : rows.map((_, index) => ({ index, key: index, start: 0 }));
  return (
    <WithKnownProducts rows={rows}>
      <div className="attempt-bar" ref={bar}>
        <button type="button" onClick={() => move(-1)} disabled={current === 0}>
          Previous <kbd>k</kbd>
        </button>
        <button type="button" onClick={() => move(1)} disabled={current === rows.length - 1}>
          Next <kbd>j</kbd>
        </button>
        <button type="button" onClick={showDifferent} disabled={different.length === 0}>
          Next difference
        </button>
        <span className="quiet">
          {current + 1} of {rows.length} · {different.length} with differences
        </span>
        <FindField words={words} found={found} current={current} onWords={setWords} onFind={showFound} />
      </div>
      <ol
        className={isLong ? 'attempt-rows long' : 'attempt-rows'}
        ref={list}
        style={isLong ? { height: virtual.getTotalSize() } : undefined}
      >
        {shown.map(({ index, start }) => (
          <li
            key={index}
            data-index={index}
            ref={isLong ? virtual.measureElement : undefined}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={isLong ? { transform: `translateY(${start - margin}px)` } : undefined}
          >
            <TrajectoryRow
              row={rows[index]!}
              view={view}
              prompts={prompts}
              quotes={quotes}
              isCurrent={index === current}
            />
          </li>
        ))}
      </ol>
    </WithKnownProducts>
  );
}

/** Writes the words to the URL once typing pauses, so that a copied address finds them too. */
function useWordsInUrl(words: string, onSearch: (change: AttemptSearch) => void): void {
  const written = useRef(words);
  useEffect(() => {
    if (written.current === words) return;
    const timer = setTimeout(() => {
      written.current = words;
      onSearch({ find: words });
    }, TYPING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [words, onSearch]);
}

/** Scrolls to the step in the URL once the bar has its size, because the bar covers part of the window. */
function useFirstStep(
  rows: readonly Row[],
  { step }: AttemptSearch,
  covered: number,
  show: (index: number) => void,
): void {
  const wanted = useRef(step);
  useEffect(() => {
    if (covered === 0 || wanted.current === undefined) return;
    const index = rows.findIndex((row) => rowLabel(row) === wanted.current);
    wanted.current = undefined;
    if (index !== -1) show(index);
  }, [covered, rows, show]);
}

/** The current row while any of it is visible; after scrolling away, the first visible row. */
function indexInSight(list: HTMLElement | null, current: number, covered: number): number {
  const seen = [...(list?.children ?? [])].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > covered && top < window.innerHeight;
  });
  const indexes = seen.map((row) => Number(row.getAttribute('data-index')));
  return indexes.includes(current) ? current : (indexes[0] ?? current);
}

interface Place {
  /** Where the list begins on the page. It moves when content above it loads. */
  readonly top: number;
  /** Height that the sticky bar covers. */
  readonly covered: number;
}

function usePlace(list: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>({ top: 0, covered: 0 });
  useEffect(() => {
    const measure = (): void => {
      if (list.current === null || bar.current === null) return;
      const top = Math.round(list.current.getBoundingClientRect().top + window.scrollY);
      const covered = bar.current.offsetHeight;
      setPlace((before) => (before.top === top && before.covered === covered ? before : { top, covered }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, [list, bar]);
  return place;
}

/** A distant row is rendered only after scrolling there, which takes a few frames. */
function focusWhenThere(find: () => HTMLElement | null | undefined, covered: number, frames = FRAMES_TO_WAIT): void {
  requestAnimationFrame(() => {
    const element = find();
    if (element == null) {
      if (frames > 0) focusWhenThere(find, covered, frames - 1);
      return;
    }
    element.focus({ preventScroll: true });
    const { top, bottom } = element.getBoundingClientRect();
    if (top < covered || bottom > window.innerHeight) {
      window.scrollBy({ top: top - covered - MARGIN_PIXELS, behavior: 'instant' });
    }
  });
}
