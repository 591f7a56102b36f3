import { useUniqueId } from '../../parts/use-unique-id.ts';
import type { ActionField } from './action.ts';

interface ActFieldInputProps {
  readonly field: ActionField;
  readonly value: string;
  readonly problem: string | undefined;
  readonly change: (value: string) => void;
}

export function ActionFieldInput({ field, value, problem, change }: ActFieldInputProps) {
  const id = useUniqueId();
  const note = useUniqueId();
  const { label, kind, hint, options } = field;
  const told = problem ?? hint;
  const shared = {
    id,
    value,
    'aria-invalid': problem !== undefined,
    ...(told !== undefined && { 'aria-describedby': note }),
  };
  return (
    <p className="act-field">
      <label htmlFor={id}>{label}</label>
      {options !== undefined ? (
        <select {...shared} onChange={({ target }) => change(target.value)}>
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      ) : kind === 'problems' ? (
        <textarea {...shared} rows={3} spellCheck={false} onChange={({ target }) => change(target.value)} />
      ) : (
        <input
          {...shared}
          autoComplete="off"
          spellCheck={kind === 'reason' || kind === 'optional reason'}
          inputMode={kind === 'number' || kind === 'suite' ? 'decimal' : 'text'}
          onChange={({ target }) => change(target.value)}
        />
      )}
      {told !== undefined && (
        <span id={note} className={problem === undefined ? 'quiet' : 'act-problem'}>
          {told}
        </span>
      )}
    </p>
  );
}
