import { isSigned } from '../../attempt/record/receipt.ts';
import type { ReceiptLink } from './read-attempt.ts';

/**
 * Which receipts of one run nobody signed. Each receipt holds the hash of the one before it, signature and all, so that
 * a good signature on the last of a stretch without gaps vouches for the whole stretch; a signature costs more to check
 * than all else about an attempt. Where the last one does not hold, the one before it is asked.
 *
 * @returns Ids of the attempts whose receipts do not hold.
 */
export function unsignedReceipts(run: readonly ReceiptLink[], isGood: typeof isSigned = isSigned): Set<string> {
  const bad = new Set<string>();
  const ordered = run.toSorted((left, right) => left.receipt.sequence - right.receipt.sequence);
  let vouched: { readonly hash: string | null; readonly by: string } | undefined;
  for (const { receipt, hash } of ordered.toReversed()) {
    // Nobody vouches for somebody else's signature.
    const isVouchedFor = vouched?.hash === hash && vouched.by === receipt.hotkey;
    if (isVouchedFor || isGood(receipt)) vouched = { hash: receipt.previous, by: receipt.hotkey };
    else {
      bad.add(receipt.attempt_id);
      vouched = undefined;
    }
  }
  return bad;
}
