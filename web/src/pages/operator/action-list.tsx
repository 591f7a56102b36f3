import { Section } from '../../parts/section.tsx';
import type { ChooseAction } from './action-dialog.tsx';
import { ACTION_GROUPS } from './actions.ts';

/** All actions, by group. */
export function ActionList({ choose }: { readonly choose: ChooseAction }) {
  return (
    <Section title="Actions" note="Each needs a confirmation and is recorded in the public ledger">
      <div className="act-groups">
        {ACTION_GROUPS.map(({ title, acts }) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul>
              {acts.map((act) => (
                <li key={act.command}>
                  <button type="button" className="act" onClick={() => choose({ act })}>
                    {act.title}
                    {act.typeToConfirm !== undefined && '…'}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="quiet">
        On the command line only: <code>suite create</code> and <code>suite twins</code> (they take a file),{' '}
        <code>corpus publish</code>, <code>doctor</code> and <code>rotate-secret</code> (they run on the arena’s
        machine).
      </p>
    </Section>
  );
}
