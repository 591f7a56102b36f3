import { wrap } from '../../text/wrap.ts';

/** As Commander takes it for the rest of the help. */
const DEFAULT_WIDTH = 80;
const NARROWEST = 40;
const GAP = 2;

/** A paragraph after the options of a command, as wide as the rest of its help. */
export function helpParagraph(text: string, width = helpWidth()): string {
  return wrap(text, width).join('\n');
}

/** Names with what they mean, aligned as the options of a command are. */
export function helpList(items: readonly { readonly name: string; readonly about: string }[], width = helpWidth()) {
  const indent = GAP + Math.max(...items.map(({ name }) => name.length)) + GAP;
  return items
    .flatMap(({ name, about }) =>
      wrap(about, width - indent).map((line, place) => `${indented(place === 0 ? name : '', indent)}${line}`),
    )
    .join('\n');
}

/** A command line that can be copied: where it is too wide, it goes on in the next line. */
export function helpExample(example: string, width = helpWidth()): string {
  const options = `${example} `.match(/(?:'[^']*'|\S+)(?: (?!--)(?:'[^']*'|\S+))* /g)!.map((part) => part.trim());
  const lines: string[] = [];
  for (const part of options) {
    const line = lines.at(-1);
    const indent = line === undefined ? GAP : 2 * GAP;
    // Room for the backslash of the line before.
    if (line !== undefined && line.length + part.length + 1 <= width - GAP) lines[lines.length - 1] = `${line} ${part}`;
    else lines.push(`${' '.repeat(indent)}${part}`);
  }
  return lines.join(' \\\n');
}

function indented(name: string, indent: number): string {
  return `${' '.repeat(GAP)}${name}`.padEnd(indent);
}

function helpWidth(): number {
  return Math.max(NARROWEST, process.stdout.columns ?? DEFAULT_WIDTH);
}
