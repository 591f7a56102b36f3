import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Licence } from '../../../../src/arena/submission.ts';
import { type AgentFile, type NewSubmission, ownAgentsQuery, submitAgent } from '../../api/submit-queries.ts';
import { Countdown } from '../../parts/countdown.tsx';
import { Section } from '../../parts/section.tsx';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import type { Session } from '../../session/session.ts';
import { agentNameOf, isAgentName } from './agent-name.ts';
import { type Cooldown, costText } from './cost-text.ts';
import { LicenceField } from './licence-field.tsx';
import { RefusedSubmission } from './refused-submission.tsx';

interface HandInPanelProps {
  readonly session: Session;
  readonly cooldown: Cooldown | undefined;
  readonly file: AgentFile;
  readonly lines: readonly string[];
  readonly accepted: (versionId: string) => void;
}

export function SubmitPanel({ session, cooldown, file, lines, accepted }: HandInPanelProps) {
  const [agentName, setAgentName] = useState(() => agentNameOf(file.name));
  const [isAgain, setAgain] = useState(false);
  const [licence, setLicence] = useState<Licence>();
  const [nameField, againField] = [useUniqueId(), useUniqueId()];
  const queries = useQueryClient();
  const { data: own } = useQuery(ownAgentsQuery(session.hotkey));
  const sending = useMutation({
    mutationFn: async () => {
      const key = isAgain ? await freshKey() : await keyFor(session.hotkey, { file, agentName, licence });
      return await submitAgent({ file, agentName, key, licence });
    },
    onSuccess: ({ agent_version_id }) => accepted(agent_version_id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['versions', 'own'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    sending.mutate();
  };
  const next = own?.next_allowed_at ?? null;
  return (
    <Section title="Submit your agent">
      <form className="line-form" onSubmit={submit}>
        <label htmlFor={nameField}>Name of the agent</label>
        <input
          id={nameField}
          value={agentName}
          maxLength={100}
          aria-invalid={!isAgentName(agentName)}
          onChange={({ target }) => setAgentName(target.value)}
        />
        <span>
          <input
            id={againField}
            type="checkbox"
            checked={isAgain}
            onChange={({ target }) => setAgain(target.checked)}
          />{' '}
          <label htmlFor={againField}>as another version, even if this exact file was already submitted</label>
        </span>
        <LicenceField chosen={licence} byDefault={own?.default_licence} choose={setLicence} />
        <button type="submit" className="primary" disabled={sending.isPending || !isAgentName(agentName)}>
          {sending.isPending ? 'Submitting…' : 'Submit'}
        </button>
        {!isAgentName(agentName) && (
          <span role="status">
            1 to 100 letters, digits, spaces, dots, underscores and hyphens; no space at an end.
          </span>
        )}
        {next !== null && (
          <span>
            <Countdown until={next} label="Your cooldown runs for" />
          </span>
        )}
      </form>
      <p className="quiet">
        A new name creates an agent; a known name adds a version. Cooldown after an accepted file:{' '}
        {costText('full cooldown', cooldown)}.
      </p>
      {sending.error !== null && <RefusedSubmission error={sending.error} lines={lines} follow={accepted} />}
    </Section>
  );
}

/** A new key, to submit the same file again as another version. */
async function freshKey(): Promise<string> {
  return (await import('../../session/signed-headers.ts')).newNonce();
}

/** Derived from the request, so that a retry after a lost response counts once. */
async function keyFor(hotkey: string, { file, agentName, licence }: Omit<NewSubmission, 'key'>): Promise<string> {
  return (await import('../../session/submission-key.ts')).submissionKey(hotkey, agentName, file.bytes, licence);
}
