import type { Readable } from 'node:stream';

/** Keeps the first bytes of a process's output and reports an overflow. */
export class BoundedOutput {
  readonly #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(stream: Readable, room: { left: number }, onOverflow: () => void, onBytes?: (piece: Buffer) => void) {
    // A killed process may leave its end of the pipe in any state; the bytes read so far are kept.
    stream.on('error', () => {});
    stream.on('data', (piece: Buffer) => {
      const kept = piece.subarray(0, Math.max(0, room.left));
      room.left -= piece.length;
      if (kept.length > 0) {
        this.#pieces.push(kept);
        this.#bytes += kept.length;
        onBytes?.(kept);
      }
      if (room.left < 0) onOverflow();
    });
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces, this.#bytes);
  }
}
