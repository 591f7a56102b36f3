import {
  ALLOW,
  ARGUMENT_BYTES,
  type Architecture,
  answer,
  checkNumbering,
  encode,
  load,
  OFFSET,
  OPERATION,
  refuse,
  when,
  whenCalled,
} from './seccomp/bpf-program.ts';

/** System calls of a program that only computes, reads and writes descriptors it already has, and exits. */
const ALLOWED: Readonly<Record<Architecture, Readonly<Record<string, number>>>> = {
  x64: {
    read: 0,
    write: 1,
    close: 3,
    munmap: 11,
    brk: 12,
    rt_sigaction: 13,
    rt_sigprocmask: 14,
    rt_sigreturn: 15,
    sched_yield: 24,
    mremap: 25,
    madvise: 28,
    getpid: 39,
    exit: 60,
    sigaltstack: 131,
    gettid: 186,
    futex: 202,
    clock_gettime: 228,
    exit_group: 231,
    getrandom: 318,
  },
  arm64: {
    close: 57,
    read: 63,
    write: 64,
    exit: 93,
    exit_group: 94,
    futex: 98,
    clock_gettime: 113,
    sched_yield: 124,
    sigaltstack: 132,
    rt_sigaction: 134,
    rt_sigprocmask: 135,
    rt_sigreturn: 139,
    getpid: 172,
    gettid: 178,
    brk: 214,
    munmap: 215,
    mremap: 216,
    madvise: 233,
    getrandom: 278,
  },
};

/** Allowed unless they request executable memory. */
const MEMORY: Readonly<Record<Architecture, readonly number[]>> = { x64: [9, 10], arm64: [222, 226] };
const PROTECTION_ARGUMENT = 2;
const EXECUTABLE = 0x4;

/**
 * A filter for a process that parses hostile input: whatever the input causes, the process cannot open a file or
 * socket, start a process or signal one. Unlike the filter for attempts, it is an allow list. It needs no namespace and
 * no privilege, so it works in an ordinary container. `undefined` on platforms it does not support.
 */
export function computingFilter(platform = process.platform, architecture: string = process.arch) {
  if (platform !== 'linux' || (architecture !== 'x64' && architecture !== 'arm64')) return undefined;
  return encode([
    ...checkNumbering(architecture),
    ...Object.values(ALLOWED[architecture]).flatMap((number) => whenCalled(number, [answer(ALLOW)])),
    ...MEMORY[architecture].flatMap((number) =>
      whenCalled(number, [
        load(OFFSET.firstArgument + PROTECTION_ARGUMENT * ARGUMENT_BYTES),
        ...when(OPERATION.jumpIfAnySet, EXECUTABLE, [refuse('EPERM')]),
        answer(ALLOW),
      ]),
    ),
    refuse('EPERM'),
  ]);
}
