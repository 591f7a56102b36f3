import { maskHidden } from '../../text/mask-hidden.ts';

/** Text that may stand in a page as it is. Only `html` and `raw` make one, so that nothing gets in unescaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = string | number | Html | readonly HtmlPart[] | null;

/**
 * A piece of a page. Everything that is filled in is a stranger's text: it becomes characters, never markup, and what
 * would hide or turn characters around is shown as a mark.
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
