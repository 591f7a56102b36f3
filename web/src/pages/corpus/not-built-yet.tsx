import type { ReactNode } from 'react';

interface NotBuiltYetProps {
  readonly title: string;
  readonly command: string;
  readonly children: ReactNode;
}

/** Empty state: nothing was built yet; shows the command that builds it. */
export function NotBuiltYet({ title, command, children }: NotBuiltYetProps) {
  return (
    <div className="state">
      <strong>{title}</strong>
      <p>{children}</p>
      <p>
        <code>{command}</code>
      </p>
    </div>
  );
}
