import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'warn' | 'quiet' | 'ours';

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
