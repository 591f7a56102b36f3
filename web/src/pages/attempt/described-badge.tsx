import { Badge } from '../../parts/badge.tsx';
import type { Described } from './describe-match.ts';

/** What the record says of a claim, in a word; the sentence is in its title. */
export function DescribedBadge({ tone, text, meaning }: Described) {
  return (
    <span title={meaning}>
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}
