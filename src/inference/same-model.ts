/**
 * Whether the model that a provider reports is the one that was asked for. Providers add a date, a hosting mark or their
 * own prefix to a name; anything beyond that has to be listed, because a smaller model of the family has a longer name too.
 */
export function isSameModel(asked: string, reported: string, alsoCalled: readonly string[] = []): boolean {
  return reported === asked || alsoCalled.includes(reported) || plainName(reported) === plainName(asked);
}

/** A date or version stamp, a hosting mark, a number format, or the ending of a file. */
const MARKS = /(?:[-:@](?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|tee|free|latest|fp8|bf16)|\.gguf)$/;

function plainName(name: string): string {
  let plain = name.toLowerCase().split('/').at(-1)!;
  for (let shorter = plain.replace(MARKS, ''); shorter !== plain; shorter = plain.replace(MARKS, '')) plain = shorter;
  return plain;
}
