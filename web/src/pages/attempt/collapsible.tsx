import { type ReactNode, useState } from 'react';

interface CollapsibleProps {
  readonly summary: ReactNode;
  readonly children: () => ReactNode;
}

/** Long content behind a summary line. Rendered only when opened: a prompt may have megabytes. */
export function Collapsible({ summary, children }: CollapsibleProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="attempt-fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
