import { fieldOf } from './plain-object.ts';

/** Content is a text, or a list of parts of which some are texts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (typeof part === 'string' ? part : fieldOf(part, 'text')))
    .filter((text) => typeof text === 'string')
    .join('\n');
}
