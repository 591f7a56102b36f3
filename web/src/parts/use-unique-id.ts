import { useState } from 'react';

let last = 0;

/**
 * An id for an element, unique in the document. Preact's `useId` starts again when the root is rendered again, and a
 * label then belongs to an element of another part.
 */
export function useUniqueId(): string {
  return useState(() => `id-${++last}`)[0];
}
