export type Unpacked =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

const GZIP = [0x1f, 0x8b];

/**
 * Decompresses an uploaded file. It comes from a validator, and a few kilobytes can unpack to more than a browser can
 * hold, so the output is counted and dropped at the first byte over the limit.
 */
export async function unpackFile(packed: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<Unpacked> {
  if (!GZIP.every((byte, place) => packed[place] === byte)) {
    return packed.length > mostBytes ? tooLarge(mostBytes) : { ok: true, bytes: packed };
  }
  const unpacking = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = unpacking.getReader();
  const parts: Uint8Array[] = [];
  let total = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { ok: true, bytes: joined(parts, total) };
      total += value.length;
      if (total > mostBytes) {
        await reader.cancel();
        return tooLarge(mostBytes);
      }
      parts.push(value);
    }
  } catch {
    return { ok: false, reason: 'It is damaged: it cannot be unpacked.' };
  }
}

function joined(parts: readonly Uint8Array[], total: number): Uint8Array {
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function tooLarge(mostBytes: number): Unpacked {
  return { ok: false, reason: `It unpacks to more than ${Math.round(mostBytes / 1024 ** 2)} MiB, and is not shown.` };
}
