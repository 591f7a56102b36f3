import { type ReactNode, useId } from 'react';
import { SectionGuard } from './section-guard.tsx';

interface SectionProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, note, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className="section-note">{note}</span>}
      </div>
      <SectionGuard>{children}</SectionGuard>
    </section>
  );
}
