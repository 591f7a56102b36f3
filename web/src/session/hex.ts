/** 0x and lower-case hex digits, as Substrate tools write bytes. */
export function toHex(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Parses such a text, with or without 0x; `undefined` if it is invalid or has another length. */
export function fromHex(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  const digits = /^(?:0x)?([0-9a-fA-F]*)$/.exec(text)?.[1];
  if (digits?.length !== length * 2) return undefined;
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16));
}
