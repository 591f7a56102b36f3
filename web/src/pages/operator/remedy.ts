import type { ActionValues } from './action.ts';
import { ACTION_GROUPS } from './actions.ts';

export type RemedyPart = { readonly text: string } | { readonly command: string };

/** A remedy in parts: the arena marks commands with backticks. */
export function remedyParts(remedy: string): readonly RemedyPart[] {
  return remedy
    .split('`')
    .map((part, place) => (place % 2 === 0 ? { text: part } : { command: part }))
    .filter((part) => 'command' in part || part.text.trim() !== '');
}

/**
 * The action of this page that a command of `assay admin` stands for, with its values as far as the command has them;
 * `undefined` if only the command line can do it.
 */
export function actionIn(command: string) {
  const words = command.split(/\s+/);
  const start = words.indexOf('admin') + 1;
  if (start === 0) return undefined;
  const given = words.slice(start);
  const act = ACTION_GROUPS.flatMap(({ acts }) => acts).find((each) =>
    each.command.split(' ').every((word, place) => word === given[place]),
  );
  if (act === undefined) return undefined;
  const rest = given.slice(act.command.split(' ').length);
  const options = rest.findIndex((word) => word.startsWith('-'));
  const named = options === -1 ? rest : rest.slice(0, options);
  const values: ActionValues = Object.fromEntries(
    act.fields.slice(0, named.length).map(({ name }, place) => [name, named[place]!]),
  );
  return { act, values };
}
