import { type ReactNode, useEffect, useRef } from 'react';
import { useArenaName } from './use-arena-name.ts';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its heading. The heading takes the focus on arrival, so that a screen reader announces the page. */
export function Page({ title, lead, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arenaName = useArenaName();
  useEffect(() => {
    document.title = [title, arenaName, 'Assay'].filter((part) => part !== undefined).join(' · ');
  }, [title, arenaName]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className="lead">{lead}</p>}
      </div>
      {children}
    </>
  );
}
