import type { ReactNode } from 'react';
import { SectionGuard } from './section-guard.tsx';
import { SimulatedHere } from './simulated.tsx';
import { useUniqueId } from './use-unique-id.ts';

interface SectionProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** Results of agents. They are marked where the arena uses simulated models. */
  readonly hasResults?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, note, hasResults = false, children }: SectionProps) {
  const id = useUniqueId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {(note !== undefined || hasResults) && (
          <span className="section-note">
            {note} {hasResults && <SimulatedHere what="models" isNamed />}
          </span>
        )}
      </div>
      <SectionGuard>{children}</SectionGuard>
    </section>
  );
}
