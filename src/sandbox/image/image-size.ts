/** From smallest to largest; each contains everything in the smaller ones. */
const IMAGE_SIZES = ['small', 'usual', 'whole'] as const;

export type ImageSize = (typeof IMAGE_SIZES)[number];

/** The Python modules in an image. */
export interface ImageContents {
  /** Full names of Python's modules and ours. */
  readonly modules: ReadonlySet<string>;
  /** Submodules of these that are left out, by full name. */
  readonly missing: ReadonlySet<string>;
}

/** Ways to import modules without an import statement; a process pool loads `multiprocessing` on first use. */
const HIDDEN_IMPORT =
  /__import__|__loader__|__builtins__|importlib|builtins|pkgutil|runpy|modules\s*\[|ProcessPool|(?<![.\w])(?:exec|eval|compile)\s*\(|\b(?:import|from)\s*\\/;
/** An encoding that is not a literal, or not one of the few that every image has. */
const RARE_ENCODING =
  /(?:\b(?:en|de)code\s*\(|\bencoding\s*=|\bcodecs\b)\s*(?!\s*(?:\)|errors|["'](?:utf[-_]?(?:8|16|32)(?:[-_](?:sig|le|be))?|ascii|latin[-_]?1|iso[-_]?8859[-_]?1|cp1252|idna)["']))/i;
const FROM_IMPORT = /(?:^|[;:])[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n;#]*)/gm;
const PLAIN_IMPORT = /(?:^|[;:])[ \t]*import[ \t]+([^\n;#]*)/gm;

/**
 * Whether an image has every module that an agent's file may import. Errs only on the safe side: text that looks like
 * an import counts as one, and a file that may import unnamed modules gets the largest image.
 */
export function holdsImportsOf({ modules, missing }: ImageContents, source: Uint8Array): boolean {
  const text = Buffer.from(source).toString('latin1');
  if (hasHiddenImports(text)) return false;
  for (const [, module = '', items = ''] of text.matchAll(FROM_IMPORT)) {
    if (!modules.has(module)) return false;
    if (wordsOf(items.replaceAll(/[()]/g, '')).some((item) => missing.has(`${module}.${item}`))) return false;
  }
  return [...text.matchAll(PLAIN_IMPORT)].every(([, list = '']) => wordsOf(list).every((name) => modules.has(name)));
}

/** Candidate sizes, smallest first; a file that may import unnamed modules gets only the largest. */
export function sizesFor(source: Uint8Array): readonly ImageSize[] {
  return hasHiddenImports(Buffer.from(source).toString('latin1')) ? ['whole'] : IMAGE_SIZES;
}

function hasHiddenImports(text: string): boolean {
  return HIDDEN_IMPORT.test(text) || RARE_ENCODING.test(text);
}

/** The first word of each comma-separated part: `x` in `x as y`. */
function wordsOf(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim().split(/\s/)[0]!)
    .filter((word) => word !== '');
}
