/**
 * Whether the model that a provider reports is the requested one. Providers omit the vendor, change the case, or add a
 * date or a hosting mark. Any other difference has to be listed, because a smaller model of the family has a longer
 * name too, and another vendor's model may have the same name.
 */
export function isSameModel(asked: string, reported: string, alsoCalled: readonly string[] = []): boolean {
  const [wanted, given] = [asked.trim(), reported.trim()];
  if (wanted === given || alsoCalled.includes(given)) return true;
  const [vendor, other] = [vendorOf(wanted), vendorOf(given)];
  return plainName(wanted) === plainName(given) && (vendor === '' || other === '' || vendor === other);
}

/** The part before the last slash; empty for a file path. */
function vendorOf(name: string): string {
  return name.endsWith('.gguf') ? '' : name.toLowerCase().split('/').slice(0, -1).join('/');
}

/** A date or version stamp, a hosting mark, a number format, or a file extension. */
const MARKS = /(?:[-:@](?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|tee|free|latest|fp8|bf16)|\.gguf)$/;

function plainName(name: string): string {
  let plain = name.toLowerCase().split('/').at(-1)!;
  for (let shorter = plain.replace(MARKS, ''); shorter !== plain; shorter = plain.replace(MARKS, '')) plain = shorter;
  return plain;
}
