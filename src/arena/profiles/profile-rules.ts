import { Fault } from '../../fault/fault.ts';

/** How a contestant or validator is shown. `null` if not set. */
export interface Profile {
  readonly name: string | null;
  readonly link: string | null;
}

const SHORTEST = 2;
const LONGEST = 32;

/**
 * ASCII, like agent names: no invisible or right-to-left characters, and no letters of other scripts that look like
 * Latin ones. A name begins with a letter, so that it cannot look like an address, which begins with a digit.
 */
const NAME = /^[A-Za-z](?:[ ._-]?[A-Za-z0-9])+$/;

/** Names that suggest the arena or a part of it. Compared by their folded form. */
const RESERVED = ['burn', 'burned', 'champion', 'consensus', 'incumbent', 'nobody', 'system'];
const RESERVED_PARTS = ['arena', 'assay', 'admin', 'moderator', 'official', 'operator', 'support', 'validator'];

export function parseName(text: string): string {
  const name = text.trim();
  if (name.length < SHORTEST || name.length > LONGEST || !NAME.test(name)) {
    throw new Fault('INVALID_PROFILE', {
      message: `A display name has ${SHORTEST} to ${LONGEST} characters: letters A to Z, digits, and single spaces, dots, underscores or hyphens between them. It begins with a letter.`,
      remedy: 'Choose another name.',
    });
  }
  // Also checked before pairs of letters are folded: in “Validator Node” the fold would take the last letter of the
  // reserved part.
  const isReserved = [letterForm, nameForm].some(
    (formOf) =>
      RESERVED.some((word) => formOf(name) === formOf(word)) ||
      RESERVED_PARTS.some((part) => formOf(name).includes(formOf(part))),
  );
  if (isReserved) {
    throw new Fault('INVALID_PROFILE', {
      message: `“${name}” is reserved: it could be mistaken for the arena or its operator.`,
      remedy: 'Choose another name.',
    });
  }
  return name;
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'b',
  '7': 't',
  '8': 'b',
  '9': 'g',
  i: 'l',
};

/** Equal for names that people confuse: ignores case and separators, and folds letters that look alike. */
export function nameForm(name: string): string {
  return letterForm(name).replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');
}

function letterForm(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll(/[0-9i]/g, (character) => LOOKALIKES[character]!);
}

const LONGEST_LINK = 200;
/** A host name that public DNS can contain. IP addresses and local host names are excluded. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

export function parseLink(text: string): string {
  const url = /^[\x21-\x7e]+$/.test(text) && text.length <= LONGEST_LINK ? URL.parse(text) : null;
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.port === '';
  if (url === null || !isPlain || !HOST.test(url.hostname) || url.href.length > LONGEST_LINK) {
    throw new Fault('INVALID_PROFILE', {
      message: `A link is an https address of at most ${LONGEST_LINK} ASCII characters, with a host name and without a user name, password or port.`,
      remedy: 'Give a link such as https://example.org/me.',
    });
  }
  return url.href;
}
