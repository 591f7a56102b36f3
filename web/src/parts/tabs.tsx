import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useUniqueId } from './use-unique-id.ts';

interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Id of the selected tab, if the caller keeps it. */
  readonly shown?: string;
  readonly onChoose?: (id: string) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function Tabs({ label, tabs, shown: given, onChoose }: TabsProps) {
  const base = useUniqueId();
  const list = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(tabs[0]!.id);
  const shown = tabs.find(({ id }) => id === (given ?? own)) ?? tabs[0]!;
  const choose = (id: string): void => {
    setOwn(id);
    onChoose?.(id);
  };
  const move = ({ key }: KeyboardEvent): void => {
    const step = STEPS[key];
    if (step === undefined) return;
    const next = (tabs.indexOf(shown) + step + tabs.length) % tabs.length;
    choose(tabs[next]!.id);
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === shown.id}
            aria-controls={`${base}-panel`}
            tabIndex={id === shown.id ? 0 : -1}
            onClick={() => choose(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${shown.id}`}>
        {shown.content}
      </div>
    </div>
  );
}
