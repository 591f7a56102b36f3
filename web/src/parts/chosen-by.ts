const CHOOSERS: Readonly<Record<string, string>> = {
  agentic: 'model (agentic)',
  mixed: 'both (mixed)',
  scripted: 'program (scripted)',
};

/** Who chose the calls, in words; any other label is returned unchanged. */
export function chosenBy(label: string): string {
  return Object.hasOwn(CHOOSERS, label) ? CHOOSERS[label]! : label;
}
