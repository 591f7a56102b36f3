import type { Html } from '../../verdict/report.ts';

/** A part of a page, before it is known whether the page is HTML or Markdown. All text in it may be untrusted. */
export interface ReportSection {
  readonly title: string;
  readonly paragraphs?: readonly string[];
  readonly list?: readonly string[];
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** For pages that can show one. */
  readonly plots?: readonly Html[];
}
