import type { ReactNode } from 'react';

interface NotBuiltYetProps {
  readonly title: string;
  readonly command: string;
  readonly children: ReactNode;
}

/** Not a failure: what would be here has not been made, and this is how it is. */
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
