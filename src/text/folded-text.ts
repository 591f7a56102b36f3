/** Letters of other scripts that look like Latin letters, each followed by the Latin letter. */
const LOOK_ALIKES = new Map(
  'аa вb сc ԁd еe нh іi јj кk ӏl мm оo рp ԛq ѕs тt уy ѵv ѡw хx αa βb εe ηn ιi κk νv οo ρp τt υu χx ɡg ıi'
    .split(' ')
    .map(([letter, latin]) => [letter!, latin!]),
);

/** Converts to lower case, removes accents and invisible characters, and replaces look-alike letters by Latin ones. */
export function foldedLetters(text: string): string {
  return text
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}

/** Folded letters, with every run of other characters replaced by one space. */
export function foldedText(text: string): string {
  return foldedLetters(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The words of the folded text. Two texts that look the same have the same words. */
export function foldedWords(text: string): string[] {
  return foldedText(text).split(' ').filter(Boolean);
}
