/** A command line of `assay` that a page or a message shows. */
export interface ShownCommand {
  /** As a shell would run it, from `assay` on. */
  readonly text: string;
  /** Whether readers copy it, so that nothing may be missing. Text often names only a command, or one of its options. */
  readonly copied: boolean;
}

const FENCE = /^( *)```(\w*)\n(.*?)^\1```/gms;
const SHELL = new Set(['', 'sh', 'bash', 'console', 'shell']);
/** Where `assay` begins in a line of a shell: at its start, after a prompt, a variable or another command. */
const IN_SHELL =
  /^\s*(?:\$ )?(?:[a-z]+\(\) \{ )?(?:[A-Z_]+=\S* )*(?:npx |as-)?assay (.+)|(?:&& |\|\| |; |\| )(?:npx |as-)?assay (.+)/;
const INLINE = /(?<![\\`\w])`(?:npx |as-)?assay ([^`]+)`(?!`)/g;

/** Command lines in code blocks, which are copied, and in the text of a Markdown page. */
export function commandsInPage(page: string): readonly ShownCommand[] {
  const blocks = Array.from(page.matchAll(FENCE)).filter(([, , language]) => SHELL.has(language!));
  const copied = blocks.flatMap(([, , , block]) =>
    block!
      .replace(/\\\n\s*/g, '')
      .split('\n')
      .flatMap(inShellLine),
  );
  const text = page.replace(FENCE, '').replaceAll('\\|', '|');
  return [...copied, ...inline(text, INLINE)];
}

function inShellLine(line: string): readonly ShownCommand[] {
  const found = IN_SHELL.exec(line);
  const rest = found?.[1] ?? found?.[2];
  if (rest === undefined) return [];
  const end = /(?<=\S) (?:&&|\|\||\||;)(?= )/.exec(rest);
  const own = { text: `assay ${end === null ? rest : rest.slice(0, end.index)}`, copied: true };
  return end === null ? [own] : [own, ...inShellLine(rest.slice(end.index + 1))];
}

const ESCAPED = /\\`(?:npx )?assay ((?:[^`\\]|\\(?!`))+)\\`/g;
/** `<code>` of a page, and command lines that a message ends with: "Next: assay …". */
const ELEMENT = /<code>(?:npx )?assay ([^<]+)<\/code>/g;
const AT_END = /[:#] +(?:npx )?assay ([^`'"\n]+)(?=[`'"])/g;
/** Computed text; directly after a word it is more of the line, such as ` --data DIR`. */
const SUBSTITUTION = /(\w?)(?:\$\{[^{}]*\}|\{[\w.]+\})+/g;
/** Before a template literal, in which `assay` begins a value and not a command line. */
const CODE = /(?:\w\(|\breturn |=>? )$/;

/** Command lines in the messages and comments of a source file, with `VALUE` for what is computed. */
export function commandsInSource(source: string): readonly ShownCommand[] {
  const text = source.replace(/^\s*(?:\*|\/\/)(?= )/gm, '').replace(SUBSTITUTION, (_, before) => before || 'VALUE');
  const found = [INLINE, ESCAPED, ELEMENT, AT_END].flatMap((pattern) => inline(text, pattern));
  return found.filter((shown) => !/^assay (?:[a-z]+ )?VALUE$/.test(shown.text));
}

function inline(text: string, pattern: RegExp): readonly ShownCommand[] {
  const found = Array.from(text.matchAll(pattern)).filter(({ index }) => !CODE.test(text.slice(index - 8, index)));
  return found.map(([, rest]) => ({ text: `assay ${rest!.replace(/\s+/g, ' ').trim()}`, copied: false }));
}
