import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { arenaNow } from '../../api/arena-clock.ts';
import { askForText } from '../../api/ask.ts';
import { adminRacesQuery } from '../../api/operator-queries.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import { FailureNote } from '../submit/failure-note.tsx';
import { problemOf } from '../submit/use-sign-in.ts';
import { type Action, type ActionContext, type ActionValues, fieldProblem } from './action.ts';
import { ActionFieldInput } from './action-field-input.tsx';
import { Subject } from './subject.tsx';

export interface ChosenAction {
  readonly act: Action;
  /** Values known from the place where the action was chosen. */
  readonly values?: ActionValues;
}

export type ChooseAction = (chosen: ChosenAction) => void;

interface ActDialogProps {
  readonly chosen: ChosenAction;
  readonly close: () => void;
}

/** Asks for the values of an action, says what it will do and to whom, and runs it after a confirmation. */
export function ActionDialog({ chosen: { act, values: given }, close }: ActDialogProps) {
  const title = useUniqueId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [values, setValues] = useState<ActionValues>(() => startOf(act, given));
  const [step, setStep] = useState<'form' | 'review'>('form');
  const context = useActContext();
  const queries = useQueryClient();
  const doing = useMutation({
    mutationFn: async () => {
      const { method, path, body } = act.request(trimmed(values), context);
      return await askForText(path, { method, ...(body !== undefined && { body }) });
    },
    onSettled: () => queries.invalidateQueries(),
  });
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  // Each step shows new text, so the focus moves to its heading.
  useEffect(() => heading.current?.focus(), [step, doing.isSuccess]);
  const unavailable = act.unavailable?.(context);
  const isReading = act.request(values, context).method === 'GET';
  return (
    <dialog ref={dialog} className="act-dialog" aria-labelledby={title} onClose={close}>
      <h2 id={title} ref={heading} tabIndex={-1}>
        {act.title}
      </h2>
      {doing.isSuccess ? (
        <Done answer={doing.data} isReading={isReading} close={() => dialog.current?.close()} />
      ) : unavailable !== undefined ? (
        <>
          <p role="status">{unavailable}</p>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </>
      ) : step === 'form' ? (
        <ActForm
          act={act}
          values={values}
          change={setValues}
          next={() => setStep('review')}
          cancel={() => dialog.current?.close()}
        />
      ) : (
        <Review
          act={act}
          values={trimmed(values)}
          context={context}
          isBusy={doing.isPending}
          error={doing.error}
          back={() => setStep('form')}
          confirm={() => doing.mutate()}
        />
      )}
    </dialog>
  );
}

interface ActFormProps {
  readonly act: Action;
  readonly values: ActionValues;
  readonly change: (values: ActionValues) => void;
  readonly next: () => void;
  readonly cancel: () => void;
}

function ActForm({ act, values, change, next, cancel }: ActFormProps) {
  const [isTold, setTold] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (act.fields.some((field) => fieldProblem(field, values[field.name] ?? '') !== undefined)) setTold(true);
    else next();
  };
  return (
    <form className="act-form" onSubmit={submit} noValidate>
      {act.fields.map((field) => (
        <ActionFieldInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          problem={isTold ? fieldProblem(field, values[field.name] ?? '') : undefined}
          change={(value) => change({ ...values, [field.name]: value })}
        />
      ))}
      {act.fields.length === 0 && <p>Nothing to fill in.</p>}
      <p className="quiet">
        The same on the command line: <code>assay admin {act.command}</code>
      </p>
      <div className="buttons">
        <button type="submit" className="primary">
          Continue
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface ReviewProps {
  readonly act: Action;
  readonly values: ActionValues;
  readonly context: ActionContext;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly back: () => void;
  readonly confirm: () => void;
}

function Review({ act, values, context, isBusy, error, back, confirm }: ReviewProps) {
  const field = useUniqueId();
  const [typed, setTyped] = useState('');
  const wanted = act.typeToConfirm?.(values, context);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wanted === undefined || typed.trim() === wanted) confirm();
  };
  return (
    <form className="act-form" onSubmit={submit}>
      <Subject act={act} values={values} context={context} />
      <p>
        <strong>What will happen:</strong> <HostileText text={act.effect(values, context)} limit={600} />
      </p>
      {values.reason && (
        <p>
          <strong>Reason, public:</strong> <HostileText text={values.reason} limit={1_000} />
        </p>
      )}
      {wanted !== undefined && (
        <p className="act-final">
          <label htmlFor={field}>
            This cannot be undone. Type <code>{wanted}</code> to confirm.
          </label>
          <input
            id={field}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </p>
      )}
      {error !== null && <FailureNote title="The action failed." {...problemOf(error)} />}
      <div className="buttons">
        <button
          type="submit"
          className="primary"
          disabled={isBusy || (wanted !== undefined && typed.trim() !== wanted)}
        >
          {isBusy ? 'Working…' : `Confirm: ${act.title.toLowerCase()}`}
        </button>
        <button type="button" onClick={back} disabled={isBusy}>
          Back
        </button>
      </div>
    </form>
  );
}

interface DoneProps {
  readonly answer: string;
  readonly isReading: boolean;
  readonly close: () => void;
}

function Done({ answer, isReading, close }: DoneProps) {
  return (
    <>
      <p role="status">Done.{!isReading && ' What changed is in the public ledger.'}</p>
      <details open={isReading}>
        <summary>Response from the arena</summary>
        <pre>
          <HostileText text={prettyOf(answer)} limit={5_000} />
        </pre>
      </details>
      <button type="button" className="primary" onClick={close}>
        Close
      </button>
    </>
  );
}

function prettyOf(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}

function useActContext(): ActionContext {
  const { data } = useQuery(adminRacesQuery());
  const race = data?.races[0];
  return {
    race: race && { number: race.race_number, state: race.state, racers: race.qualifier_count },
    now: arenaNow(),
  };
}

function startOf({ fields }: Action, given: ActionValues = {}): ActionValues {
  const chosen = fields.flatMap(({ name, options }) => (options === undefined ? [] : [[name, options[0]![0]]]));
  return { ...Object.fromEntries(chosen), ...given };
}

function trimmed(values: ActionValues): ActionValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
}
