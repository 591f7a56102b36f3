/** Both ends are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The byte range that a request asks for. As in RFC 9110, a header that is not understood or has several ranges is
 * ignored, and everything is sent.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
