import { useUniqueId } from '../../parts/use-unique-id.ts';
import { LICENCE_MEANINGS, LICENCES, type Licence } from './licence-meaning.ts';

interface LicenceFieldProps {
  /** `undefined` selects the arena's default. */
  readonly chosen: Licence | undefined;
  /** The arena's default; `undefined` until it is known. */
  readonly byDefault: Licence | undefined;
  readonly choose: (licence: Licence | undefined) => void;
}

/** Licence for training data. The arena's default is an option too, shown with its meaning. */
export function LicenceField({ chosen, byDefault, choose }: LicenceFieldProps) {
  const [field, note] = [useUniqueId(), useUniqueId()];
  const holds = chosen ?? byDefault;
  return (
    <span>
      <label htmlFor={field}>Licence for training data from this agent’s attempts</label>{' '}
      <select
        id={field}
        aria-describedby={note}
        value={chosen ?? ''}
        onChange={({ target }) => choose(LICENCES.find((licence) => licence === target.value))}
      >
        <option value="">the arena’s default{byDefault !== undefined && ` (${byDefault})`}</option>
        {LICENCES.map((licence) => (
          <option key={licence} value={licence}>
            {licence}
          </option>
        ))}
      </select>{' '}
      <span id={note} className="quiet" role="status">
        {holds !== undefined && LICENCE_MEANINGS[holds]}
      </span>
    </span>
  );
}
