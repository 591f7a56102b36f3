/**
 * Whether the model that a provider reports is the one that was asked for. Providers leave the vendor out of a name, write it
 * in another case, or add a date or a hosting mark; anything beyond that has to be listed, because a smaller model of the
 * family has a longer name too, and another vendor's model may have the same one.
 */
export function isSameModel(asked: string, reported: string, alsoCalled: readonly string[] = []): boolean {
  const [wanted, given] = [asked.trim(), reported.trim()];
  if (wanted === given || alsoCalled.includes(given)) return true;
  const [vendor, other] = [vendorOf(wanted), vendorOf(given)];
  return plainName(wanted) === plainName(given) && (vendor === '' || other === '' || vendor === other);
}

/** What stands before the last slash; nothing for the path of a file. */
function vendorOf(name: string): string {
  return name.endsWith('.gguf') ? '' : name.toLowerCase().split('/').slice(0, -1).join('/');
}

/** A date or version stamp, a hosting mark, a number format, or the ending of a file. */
const MARKS = /(?:[-:@](?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|tee|free|latest|fp8|bf16)|\.gguf)$/;

function plainName(name: string): string {
  let plain = name.toLowerCase().split('/').at(-1)!;
  for (let shorter = plain.replace(MARKS, ''); shorter !== plain; shorter = plain.replace(MARKS, '')) plain = shorter;
  return plain;
}
