import { type Quarantined, quarantine } from '../intake/quarantine.ts';
import type { ClaimedConversation } from './claimed-conversation.ts';

/** Extreme nesting overflows the stack somewhere in a reader. One conversation must not prevent reading the others. */
export function readGuarded(
  read: () => ClaimedConversation | Quarantined,
  id?: string,
): ClaimedConversation | Quarantined {
  try {
    return read();
  } catch (error) {
    return quarantine('UNREADABLE', error instanceof Error ? error.message : String(error), id);
  }
}
