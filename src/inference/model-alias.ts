import { Fault } from '../fault/fault.ts';

/** A name that agents use for a model that is offered under another name. */
export interface ModelAlias {
  /** A name in which `*` matches any characters. */
  readonly pattern: string;
  /** The offered model that answers. */
  readonly model: string;
}

/** Parses `PATTERN=MODEL`, the command-line form. */
export function parseModelAlias(text: string): ModelAlias {
  const place = text.indexOf('=');
  const alias = { pattern: text.slice(0, place).trim(), model: text.slice(place + 1).trim() };
  if (place !== -1 && alias.pattern !== '' && alias.model !== '') return alias;
  throw new Fault('USAGE', {
    message: `--model-alias ${text} is not an alias.`,
    remedy: "Give PATTERN=MODEL, for example --model-alias 'Qwen/*=house/expert'.",
  });
}

/** Throws if an alias refers to a model that is not offered. */
export function requireOffered(aliases: readonly ModelAlias[], offered: readonly string[]): void {
  const dangling = aliases.find(({ model }) => !offered.includes(model));
  if (dangling === undefined) return;
  throw new Fault('USAGE', {
    message: `The alias ${dangling.pattern}=${dangling.model} maps to a model that is not offered.`,
    remedy: `Take one of ${offered.slice(0, 20).join(', ')}.`,
  });
}

/**
 * Maps the name that an agent uses to an offered model: the model with that name, or that of the first matching alias.
 * An offered model is never replaced. `undefined` if nothing matches.
 */
export function offeredModel(
  name: string,
  offered: readonly string[],
  aliases: readonly ModelAlias[] = [],
): string | undefined {
  if (offered.includes(name)) return name;
  return aliases.find(({ pattern }) => fits(name, pattern))?.model;
}

/** Whether the name matches the pattern, in which each `*` matches anything. Case is ignored. */
function fits(name: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  const last = others.pop();
  let rest = name.toLowerCase();
  if (last === undefined) return rest === first;
  if (!rest.startsWith(first)) return false;
  rest = rest.slice(first.length);
  for (const part of others) {
    const place = rest.indexOf(part);
    if (place === -1) return false;
    rest = rest.slice(place + part.length);
  }
  return rest.endsWith(last);
}

/** Aliases without a `*`, which can be shown in a list of models. */
export function aliasNames(aliases: readonly ModelAlias[] = []): readonly string[] {
  return aliases.map(({ pattern }) => pattern).filter((pattern) => !pattern.includes('*'));
}
