import type { Command } from 'commander';

/** They select the same arena and hotkey in every command that has them. */
const ARENA = '--arena-url';
/** Without --passphrase-fd: the descriptor is not open in the next command. */
const HOTKEY: readonly string[] = ['--wallets', '--wallet', '--hotkey', '--passphrase-env'];

const ASKS_ARENA =
  /^(submit|status|explain|leaderboard|race|register|profile|webhook|chain|connect|disconnect|corpus withdraw|validator(?! clean)|admin(?! (doctor|rotate-secret|corpus)))\b/;
const HAS_NO_HOTKEY = /^(leaderboard|chain|race(?! (pin|unpin)\b))\b/;
const USES_WALLET = /^wallet (new|import|sign)\b/;
/** They work on the folder of an arena; in other commands `--data` is another folder. */
const USES_ARENA_FOLDER = /^(serve|arena init|admin (doctor|rotate-secret|corpus publish))\b/;
/** A command in a message. */
const QUOTED = /`assay\s([^`\n]+)`/g;
const OPERATES = /^(admin|arena|serve)\b/;

interface Given {
  /** The command without `assay`, such as `admin suite list`. */
  readonly name: string;
  /** By option, as typed; without defaults and what the environment says. */
  readonly values: ReadonlyMap<string, string>;
}

/** What the user typed, like `process.argv`: one process runs one command at a time. */
let given: Given = { name: '', values: new Map() };

/** Call before a command runs. */
export function rememberOptions(command: Command): void {
  const values = command.options.flatMap((option) => {
    const name = option.attributeName();
    const isTyped = command.getOptionValueSource(name) === 'cli';
    return isTyped && option.required ? [[option.long!, String(command.getOptionValue(name))] as const] : [];
  });
  given = { name: nameOf(command), values: new Map(values) };
}

/**
 * Adds the arena, the hotkey and the arena's folder that the user named to every `assay …` in backquotes, so that the
 * line can be copied as it is.
 */
export function withGivenOptions(text: string): string {
  return text.replaceAll(QUOTED, (_, line: string) => {
    const has = (option: string): boolean => new RegExp(`(^|\\s)${option}(\\s|=|$)`).test(line);
    // A line that names a hotkey means another one.
    const names = takenBy(line).filter((name) => !has(name) && !(HOTKEY.includes(name) && HOTKEY.some(has)));
    return `\`assay ${line}${givenOptions(...names)}\``;
  });
}

/** Those of the options that the user gave, to be added to a command line; empty if none. */
export function givenOptions(...names: readonly string[]): string {
  const options = names.flatMap((name) => {
    const value = given.values.get(name);
    return value === undefined ? [] : [` ${name} ${shellWord(value)}`];
  });
  return options.join('');
}

/** A value as one word of a shell. */
export function shellWord(value: string): string {
  return /^[\w@%+=:,./~-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

function takenBy(line: string): readonly string[] {
  // An operator's line in another command, such as `admin stake` in a validator's, is signed with another wallet.
  const isOwn = OPERATES.test(given.name) || !OPERATES.test(line);
  const hasHotkey = USES_WALLET.test(line) || (ASKS_ARENA.test(line) && !HAS_NO_HOTKEY.test(line));
  return [
    ...(ASKS_ARENA.test(line) ? [ARENA] : []),
    ...(hasHotkey && isOwn ? HOTKEY : []),
    ...(line.startsWith('wallet list') ? ['--wallets'] : []),
    ...(USES_ARENA_FOLDER.test(line) && USES_ARENA_FOLDER.test(given.name) ? ['--data'] : []),
  ];
}

function nameOf(command: Command): string {
  return command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim();
}
