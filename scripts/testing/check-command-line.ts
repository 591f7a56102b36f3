import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { withSubcommands } from '../../src/cli/command-table.ts';
import type { ShownCommand } from './find-command-lines.ts';

/** Replaces what commands do, so that a line can be parsed without being run. */
export function withoutActions(program: Command): Command {
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
    if (command.commands.length > 0) continue;
    command.action(() => {});
    if (command.options.every(({ long }) => long !== '--json')) command.option('--json');
    for (const taken of [...command.options, ...command.registeredArguments]) acceptPlaceholders(taken);
  }
  return program;
}

/** A placeholder such as `N` is accepted where the command would want a number. */
function acceptPlaceholders(taken: { parseArg?: ((value: string, previous: never) => unknown) | undefined }): void {
  const parse = taken.parseArg;
  if (parse === undefined) return;
  taken.parseArg = (value, previous) => (isPlaceholder(value) ? value : parse(value, previous));
}

function isPlaceholder(word: string): boolean {
  return /[A-Z]{2,}|^[A-Z]$|[…$]/.test(word);
}

/** What is wrong with a command line, or undefined. */
export async function flawOf(program: Command, shown: ShownCommand): Promise<string | undefined> {
  const words = wordsOf(shown.text).slice(1);
  const { command, rest } = named(program, words);
  const unknown = rest.find((word) => word.startsWith('-') && !isKnown(command, word));
  if (unknown !== undefined) return `unknown option ${unknown}`;
  const isPartial = words.some((word) => word === '…' || word === '...');
  if (isPartial || (!shown.copied && !hasArguments(command, rest))) return undefined;
  try {
    await program.parseAsync(words, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  }
}

/** The command that the first words name, and the words after them. */
function named(command: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  const child = command.commands.find((each) => each.name() === words[0]);
  return child === undefined ? { command, rest: words } : named(child, words.slice(1));
}

/** Text may name a group with an option of one of its commands. */
function isKnown(command: Command, word: string): boolean {
  const name = word.split('=')[0]!;
  if (/^-\d/.test(word) || name === '--help' || name === '-') return true;
  const options = [command, ...command.commands].flatMap((each) => each.options);
  return options.some((option) => option.long === name || option.short === name);
}

/** Whether a line has arguments: then it says how to run the command. With options alone it may only name them. */
function hasArguments(command: Command, rest: readonly string[]): boolean {
  return rest.some((word, at) => !word.startsWith('-') && !takesValue(command, rest[at - 1]));
}

function takesValue(command: Command, word: string | undefined): boolean {
  return command.options.some((option) => (option.long === word || option.short === word) && !option.isBoolean());
}

/** Splits like a shell; a comment, a redirection and a job's `&` end the command. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s'"]+)+/g)) {
    if (/^#|^\d?[<>]|^[&|;]/.test(word)) break;
    words.push(word.replace(/["'[\]]/g, '').replace(/[;)]$/, ''));
    if (word.endsWith(';')) break;
  }
  return words;
}
