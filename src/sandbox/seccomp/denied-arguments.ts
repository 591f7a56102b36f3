import type { Refusal } from './denied-syscalls.ts';

/** A call that is denied for certain values of one argument. */
export interface DeniedArguments {
  readonly name: string;
  readonly x64: number;
  readonly arm64: number;
  /** Counted from 0. */
  readonly argument: number;
  readonly values: readonly number[];
  readonly refusal: Refusal;
}

export const DENIED_ARGUMENTS: readonly DeniedArguments[] = [
  // Injecting characters into the terminal's input: TIOCSTI and TIOCLINUX.
  { name: 'ioctl', x64: 16, arm64: 29, argument: 1, values: [0x5412, 0x541c], refusal: 'EPERM' },
  // Setting locks: F_SETLK, F_SETLKW and their open-file variants. Queries stay allowed, because no lock can have been
  // set.
  { name: 'fcntl', x64: 72, arm64: 25, argument: 1, values: [6, 7, 37, 38], refusal: 'ignored' },
  // Leases, directory notifications, and hints stored with the inode.
  { name: 'fcntl', x64: 72, arm64: 25, argument: 1, values: [1024, 1026, 1036, 1038], refusal: 'EPERM' },
  // WILLNEED, MERGEABLE, COLD, PAGEOUT, COLLAPSE: they reveal or change what is in memory and which pages are shared
  // with others.
  { name: 'madvise', x64: 28, arm64: 233, argument: 2, values: [3, 12, 20, 21, 25], refusal: 'EPERM' },
];
