import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Profile, profileQuery, setProfile } from '../../api/people-queries.ts';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import { FailureNote } from '../submit/failure-note.tsx';
import { problemOf } from '../submit/use-sign-in.ts';

/** Sets the display name and link of the signed-in hotkey. */
export function ProfileForm({ hotkey }: { readonly hotkey: string }) {
  const query = useQuery(profileQuery(hotkey));
  return (
    <Section title="Display name" note="Public; it can be changed once an hour">
      <QueryView query={query} what="your display name">
        {(profile) => <Fields key={`${profile.name} ${profile.link}`} hotkey={hotkey} profile={profile} />}
      </QueryView>
    </Section>
  );
}

function Fields({ hotkey, profile }: { readonly hotkey: string; readonly profile: Profile }) {
  const [name, setName] = useState(profile.name ?? '');
  const [link, setLink] = useState(profile.link ?? '');
  const [nameField, linkField] = [useUniqueId(), useUniqueId()];
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: () => setProfile({ name: givenOrNull(name), link: givenOrNull(link) }),
    onSuccess: (saved) => queries.setQueryData(profileQuery(hotkey).queryKey, saved),
  });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <>
      <form className="line-form" onSubmit={save}>
        <label htmlFor={nameField}>Name</label>
        <input id={nameField} value={name} maxLength={32} onChange={({ target }) => setName(target.value)} />
        <label htmlFor={linkField}>Link</label>
        <input
          id={linkField}
          type="url"
          placeholder="https://"
          value={link}
          maxLength={500}
          onChange={({ target }) => setLink(target.value)}
        />
        <button type="submit" disabled={saving.isPending}>
          {saving.isPending ? 'Saving…' : 'Save'}
        </button>
      </form>
      <p className="quiet">
        2 to 32 letters, digits and single separators; an https link. Empty fields are removed. Pages show the end of
        your key beside the name.
      </p>
      {saving.error !== null && <FailureNote title="Not saved." {...problemOf(saving.error)} />}
    </>
  );
}

function givenOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
