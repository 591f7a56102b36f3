import type { FeedEntry } from '../../board/notices.ts';
import { isoTime } from '../http/iso-time.ts';

export interface AtomFeed {
  readonly title: string;
  /** URL of the feed. */
  readonly self: string;
  /** Base URL of its pages. */
  readonly site: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
  readonly now: number;
}

/** An Atom feed (RFC 4287). Texts are plain: names and reasons are untrusted, and feed readers render markup. */
export function writeAtom({ title, self, site, entries, now }: AtomFeed): string {
  const origin = new URL(site).origin;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <title>${xmlText(title)}</title>`,
    `  <id>${xmlText(self)}</id>`,
    `  <link rel="self" href="${xmlText(self)}"/>`,
    `  <link rel="alternate" href="${xmlText(site)}"/>`,
    `  <updated>${entries[0]?.updated ?? isoTime(now)}</updated>`,
    '  <author><name>Assay</name></author>',
    ...entries.flatMap((entry) => [
      '  <entry>',
      `    <id>${xmlText(entry.id)}</id>`,
      `    <title>${xmlText(entry.title)}</title>`,
      `    <link href="${xmlText(`${origin}${entry.path}`)}"/>`,
      `    <updated>${entry.updated}</updated>`,
      `    <summary>${xmlText(entry.text)}</summary>`,
      '  </entry>',
    ]),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Characters that XML 1.0 does not allow, even escaped, and characters that reorder the text around them. */
const FORBIDDEN =
  /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function xmlText(text: string): string {
  return text.replaceAll(FORBIDDEN, '\ufffd').replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
