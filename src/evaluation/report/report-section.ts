import type { Html } from '../../verdict/report.ts';

/** A part of a page, independent of HTML or Markdown. All its text may be untrusted. */
export interface ReportSection {
  readonly title: string;
  readonly paragraphs?: readonly string[];
  readonly list?: readonly string[];
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** Shown only in formats that support plots. */
  readonly plots?: readonly Html[];
}
