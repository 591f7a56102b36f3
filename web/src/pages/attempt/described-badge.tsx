import { Badge } from '../../parts/badge.tsx';
import type { Described } from './describe-match.ts';

/** The record's support for a claim in one word, with a sentence as the tooltip. */
export function DescribedBadge({ tone, text, meaning }: Described) {
  return (
    <span title={meaning}>
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}
