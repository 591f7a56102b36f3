import { wholeNumber, wholeTitle, wholeWord } from '../probe/apply-change.ts';
import { readMenu } from '../probe/read-menu.ts';
import { type Done, isAfter, type ReadCalls, type Said, samplesLike } from '../reading/read-calls.ts';
import { titleNamed } from '../reading/title-named.ts';

export const DECISIONS = ['search', 'view', 'recommend'] as const;

/** A kind of decision an agent makes: what to search for, which products to open, what to recommend. */
export type Decision = (typeof DECISIONS)[number];

/** A change that reached a decision: the program followed the changed answer or did what it would have done anyway. */
export interface Followed {
  /** Sequence number of the changed completion. */
  readonly completion: number;
  readonly decision: Decision;
  readonly followed: boolean;
}

/**
 * Outcome of each change in a probe attempt. A change counts only if the record shows how the program reacted to it:
 * most words of a model affect no call.
 */
export function readFollow(calls: ReadCalls, recommended: readonly string[]): Followed[] {
  return calls.said.flatMap((said) => {
    switch (said.changed?.kind) {
      case undefined:
        return [];
      case 'product':
        return ofProducts(said, said.changed, calls, recommended);
      case 'choice':
      case 'title':
        return ofProducts(said, said.changed.products!, calls, recommended);
      default:
        return ofSearch(said, calls);
    }
  });
}

interface Exchanged {
  readonly from: string;
  readonly to: string;
}

function ofSearch(said: Said, calls: ReadCalls): Followed[] {
  const { kind, from, to } = said.changed!;
  const searches = calls.done.filter((done) => done.tool === 'search' && isAfter(done, said));
  const observed = (followed: boolean) => [{ completion: said.sequence, decision: 'search' as const, followed }];
  if (kind === 'page') return turnsPage(said, searches, calls) ? observed(true) : [];
  const has = (value: string) => (done: Done) =>
    kind === 'word' ? wholeWord(value).test(done.q) : wholeNumber(value).test(done.price);
  if (searches.some(has(to))) return observed(true);
  const pattern = kind === 'word' ? wholeWord(from) : wholeNumber(from);
  // The program may still carry out an earlier plan of the model, and the model may return to what it meant.
  if (calls.said.some((other) => other.sequence < said.sequence && pattern.test(other.text))) return [];
  const again = saidAgain(pattern, said, calls);
  return searches.some((done) => done.sequence < again && has(from)(done)) ? observed(false) : [];
}

/**
 * Whether the program requested the new page and not the old one: a program that goes through all pages requests the
 * new one as well. Not requesting the new page is not an observation, because many programs only use one page.
 */
function turnsPage(said: Said, searches: readonly Done[], { said: all }: ReadCalls): boolean {
  const { from, to } = said.changed!;
  const next = all.find((other) => other.sequence > said.sequence)?.sequence ?? Number.POSITIVE_INFINITY;
  const pages = searches.filter(({ sequence }) => sequence < next).map(({ page }) => page || '1');
  return pages.includes(to) && !pages.includes(from);
}

function ofProducts(said: Said, { from, to }: Exchanged, calls: ReadCalls, recommended: readonly string[]): Followed[] {
  const observed = (decision: Decision, followed: boolean) => ({ completion: said.sequence, decision, followed });
  const found: Followed[] = [];
  const { changed } = said;
  const isTitle = changed?.kind === 'title';
  const pattern = isTitle ? either(wholeTitle(changed.from), wholeWord(from)) : wholeWord(from);
  const again = saidAgain(pattern, said, calls);
  const views = calls.done.filter((done) => done.tool === 'view' && isAfter(done, said));
  const saidBefore = calls.said.some((other) => other.sequence < said.sequence && pattern.test(other.text));
  if (views.some(({ ids }) => ids.includes(to))) found.push(observed('view', true));
  else if (!saidBefore && views.some((done) => done.sequence < again && done.ids.includes(from)))
    found.push(observed('view', false));
  if (recommended.includes(to)) found.push(observed('recommend', true));
  else if (isTitle && isDecidedBefore(said, calls, recommended)) return found;
  else if (recommended.includes(from) && again === Number.POSITIVE_INFINITY) found.push(observed('recommend', false));
  else if (isOverridden(said, calls, recommended)) found.push(observed('recommend', false));
  return found;
}

/**
 * Whether the model had named a recommended product by its id or number before a title was changed. The title may then
 * be in a summary of what was done already.
 */
function isDecidedBefore(said: Said, { said: all, done }: ReadCalls, recommended: readonly string[]): boolean {
  const products = done.flatMap(({ shown }) => shown);
  return all.some(({ sequence, text, prompt }) => {
    if (sequence >= said.sequence) return false;
    if (recommended.some((id) => wholeWord(id).test(text))) return true;
    return readMenu(prompt, products)
      .entries()
      .some(([number, id]) => recommended.includes(id) && wholeNumber(number).test(text));
  });
}

function either(one: RegExp, other: RegExp): RegExp {
  return new RegExp(`${one.source}|${other.source}`, 'u');
}

/** Whether the last completion that names products, and all other samples of its prompt, name no recommended one. */
function isOverridden(said: Said, calls: ReadCalls, recommended: readonly string[]): boolean {
  if (recommended.length === 0) return false;
  const products = calls.done.flatMap((done) => done.shown);
  const shown = new Set(products.map(({ id }) => id));
  const byTitle = said.changed?.kind === 'title' ? products : [];
  const names = (text: string): string[] => [
    ...(text.match(/\d{4,}/g) ?? []).filter((id) => shown.has(id)),
    ...byTitle.flatMap(({ id, title }) => (titleNamed(text, title) === undefined ? [] : [id])),
  ];
  const last = calls.said.findLast(({ text }) => names(text).length > 0);
  return (
    last === said && !samplesLike(said, calls).some(({ text }) => names(text).some((id) => recommended.includes(id)))
  );
}

function saidAgain(pattern: RegExp, said: Said, { said: all }: ReadCalls): number {
  const later = all.find((other) => other.sequence > said.sequence && pattern.test(other.text));
  return later?.sequence ?? Number.POSITIVE_INFINITY;
}
