export interface HiddenCharacter {
  /** Text shown in its place. */
  readonly label: string;
  readonly meaning: string;
}

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00a0, 'no-break space'],
  [0x00ad, 'soft hyphen'],
  [0x034f, 'combining grapheme joiner'],
  [0x061c, 'Arabic letter mark'],
  [0x115f, 'Hangul filler'],
  [0x1160, 'Hangul filler'],
  [0x180e, 'Mongolian vowel separator'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of embedding or override'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'end of isolate'],
  [0x2800, 'blank Braille pattern'],
  [0x3000, 'ideographic space'],
  [0x3164, 'Hangul filler'],
  [0xfeff, 'byte order mark'],
  [0xffa0, 'Hangul filler'],
  [0xfffc, 'object replacement character'],
]);

/** Indexed by code. Unicode has pictures for these, but many fonts lack them. */
const CONTROLS =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );
const DELETE = 0x7f;

/** How to show an invisible character. Control characters have traditional names; others are shown by their code. */
export function nameOfHidden(code: number): HiddenCharacter {
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const meaning = `${number} ${NAMES.get(code) ?? kindOf(code)}`;
  return { label: CONTROLS[code] ?? (code === DELETE ? 'DEL' : number), meaning };
}

function kindOf(code: number): string {
  const character = String.fromCodePoint(code);
  if (code >= 0xd800 && code <= 0xdfff) return 'half of a surrogate pair';
  if (/\p{Cc}/u.test(character)) return 'control character';
  if (/\p{Variation_Selector}/u.test(character)) return 'variation selector';
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag character';
  if (/\p{Co}/u.test(character)) return 'private use';
  if (/\p{Zs}/u.test(character)) return 'unusual space';
  if (/\p{Cn}/u.test(character)) return 'not assigned';
  return 'formatting character';
}
