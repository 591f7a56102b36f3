import type { ArenaOverviewWire } from '../../../src/board/wire.ts';
import { counted } from '../../../src/text/counted.ts';
import { Section } from './section.tsx';

/** What keeps agents from being submitted or scored; nothing if there is no obstacle. */
export function WaitingPanel({ arena }: { readonly arena: ArenaOverviewWire }) {
  const { waiting_for, validators } = arena;
  if (waiting_for.length === 0) return null;
  return (
    <Section title="Waiting" note={`${validators.connected} of ${counted(validators.required, 'validator')} connected`}>
      <div role="status">
        <ul className="waiting-for">
          {waiting_for.map(({ what, message, remedy }) => (
            <li key={what}>
              <strong>{message}</strong>
              <span className="quiet">
                For the operator: <Remedy text={remedy} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

/** Renders text between backticks as code. */
function Remedy({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
