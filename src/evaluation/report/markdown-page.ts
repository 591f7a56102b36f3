import { maskHidden } from '../../text/mask-hidden.ts';
import type { ReportSection } from './report-section.ts';

/** The same page as Markdown, without plots. */
export function markdownPage(title: string, facts: readonly string[], sections: readonly ReportSection[]): string {
  const blocks = [`# ${plain(title)}`, ...facts.map(plain), ...sections.flatMap(sectionBlocks)];
  return `${blocks.join('\n\n')}\n`;
}

function sectionBlocks({ title, paragraphs = [], list = [], table }: ReportSection): string[] {
  return [
    `## ${plain(title)}`,
    ...paragraphs.map(plain),
    ...(list.length > 0 ? [list.map((text) => `- ${plain(text)}`).join('\n')] : []),
    ...(table === undefined ? [] : [tableText(table.head, table.rows)]),
  ];
}

function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Escapes untrusted text, so that it cannot start a line, table cell, link, tag or emphasis. */
function plain(text: string): string {
  return maskHidden(text)
    .replaceAll(/[\n\t]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|#!~]/g, (character) => `\\${character}`);
}
