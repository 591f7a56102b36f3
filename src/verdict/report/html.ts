import { maskHidden } from '../../text/mask-hidden.ts';

/** Markup that is inserted into a page unescaped. Made by `html`; use the constructor only for constant markup. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = string | number | Html | readonly HtmlPart[] | null;

/**
 * A piece of a page. Every inserted value is untrusted: it is escaped, and characters that hide or reorder text are
 * shown as a mark.
 *
 * @example html`<td>${product.title}</td>`
 */
export function html(pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(pieces.map((piece, index) => (index === 0 ? piece : render(parts[index - 1]!) + piece)).join(''));
}

function render(part: HtmlPart): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  return characters(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function characters(text: string): string {
  return maskHidden(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
