import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { chosenBy } from '../../parts/chosen-by.ts';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import { useSession } from '../../session/use-session.ts';
import { type BoardSearch, CATEGORIES, readBoardSearch } from './board-search.ts';

interface BoardFiltersProps {
  readonly search: BoardSearch;
  readonly choose: (next: BoardSearch) => void;
  /** Models offered as a filter. */
  readonly models: readonly string[];
}

const DECIDERS = [
  ['agentic', chosenBy('agentic')],
  ['mixed', chosenBy('mixed')],
  ['scripted', chosenBy('scripted')],
  ['unknown', 'not known'],
] as const;

/** Filters of the leaderboard. The arena applies them to all entries, not only to those loaded here. */
export function BoardFilters({ search, choose, models }: BoardFiltersProps) {
  const set = (name: keyof BoardSearch, value: string): void => choose(readBoardSearch({ ...search, [name]: value }));
  const listed = search.model === undefined || models.includes(search.model) ? models : [search.model, ...models];
  return (
    <div className="filters">
      <SearchField search={search} set={(q) => set('q', q)} />
      <Choice label="Calls chosen by" value={search.agency} set={(value) => set('agency', value)}>
        {DECIDERS}
      </Choice>
      <Choice label="Model" value={search.model} set={(value) => set('model', value)}>
        {listed.map((model) => [model, model] as const)}
      </Choice>
      <Choice label="Category" value={search.category} set={(value) => set('category', value)}>
        {CATEGORIES.map((category) => [category, category] as const)}
      </Choice>
      <Mine search={search} choose={choose} />
    </div>
  );
}

interface SearchFieldProps {
  readonly search: BoardSearch;
  readonly set: (q: string) => void;
}

/** Keeps the text as typed, because the URL drops trailing spaces. */
function SearchField({ search: { q = '' }, set }: SearchFieldProps) {
  const field = useUniqueId();
  const [typed, setTyped] = useState(q);
  useEffect(() => {
    setTyped((before) => (before.trim() === q ? before : q));
  }, [q]);
  return (
    <p className="filter wide">
      <label htmlFor={field}>Find an agent or a contestant</label>
      <input
        id={field}
        type="search"
        value={typed}
        maxLength={100}
        placeholder="part of a name, beginning of a hotkey"
        onChange={({ target }) => {
          setTyped(target.value);
          set(target.value.trim());
        }}
      />
    </p>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly set: (value: string) => void;
  readonly children: readonly (readonly [value: string, text: string])[];
}

function Choice({ label, value = '', set, children }: ChoiceProps) {
  const field = useUniqueId();
  return (
    <p className="filter">
      <label htmlFor={field}>{label}</label>
      <select id={field} value={value} onChange={({ target }) => set(target.value)}>
        <option value="">all</option>
        {children.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

function Mine({ search, choose }: Omit<BoardFiltersProps, 'models'>) {
  const session = useSession();
  const field = useUniqueId();
  const { contestant, ...others } = search;
  if (session === undefined && contestant === undefined) {
    return (
      <p className="filter quiet">
        {/* One element: a filter shows its elements below each other. */}
        <span>
          <Link to="/account">Sign in</Link> to see only yours
        </span>
      </p>
    );
  }
  const isMine = contestant === undefined || contestant === session?.hotkey;
  return (
    <p className="filter check">
      <input
        id={field}
        type="checkbox"
        checked={contestant !== undefined}
        onChange={({ target }) => choose(target.checked ? { ...others, contestant: session!.hotkey } : others)}
      />
      <label htmlFor={field}>{isMine ? 'Only mine' : `Only ${contestant.slice(0, 6)}…`}</label>
    </p>
  );
}
