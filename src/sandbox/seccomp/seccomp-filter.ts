import {
  ALLOW,
  ARGUMENT_BYTES,
  type Architecture,
  answer,
  checkNumbering,
  encode,
  type Instruction,
  load,
  OFFSET,
  OPERATION,
  refuse,
  when,
  whenCalled,
} from './bpf-program.ts';
import { DENIED_ARGUMENTS } from './denied-arguments.ts';
import { DENIED_SYSCALLS } from './denied-syscalls.ts';

/** Calls whose arguments decide. */
const CHECKED = {
  x64: { clone: 56, clone3: 435, socket: 41, socketpair: 53, mmap: 9 },
  arm64: { clone: 220, clone3: 435, socket: 198, socketpair: 199, mmap: 222 },
} as const;

/** `mseal`, of Linux 6.10. Newer system calls are refused until they have been reviewed. */
const newestKnown = 462;

/** Any bit that asks `clone` for a namespace, and CLONE_PIDFD, whose inode counts all processes of the machine. */
const CLONE_DENIED = 0x7e021000;
/** AF_UNIX, AF_INET, AF_INET6. Network namespaces do not hold AF_VSOCK back, hence a list. */
const SOCKET_FAMILIES = [1, 2, 10];
/** MAP_ANONYMOUS, and the bit that MAP_SHARED and MAP_SHARED_VALIDATE have in common. */
const ANONYMOUS_MEMORY = 0x20;
const SHARED_MEMORY = 0x01;

/**
 * A classic BPF program as the kernel and `bwrap --seccomp` take it: an array of `struct sock_filter`. Written here
 * because no library generates it without a native part, and the launcher needs the bytes on a machine with nothing.
 */
export function seccompFilter(architecture: Architecture): Uint8Array {
  const checked = CHECKED[architecture];
  const oneOf = (values: readonly number[], then: Instruction) =>
    values.flatMap((value) => when(OPERATION.jumpIfEqual, value, [then]));
  const sockets = [load(OFFSET.firstArgument), ...oneOf(SOCKET_FAMILIES, answer(ALLOW)), refuse('EAFNOSUPPORT')];
  const program = [
    ...checkNumbering(architecture),
    ...when(OPERATION.jumpIfAtLeast, newestKnown + 1, [refuse('ENOSYS')]),
    // Its flags lie behind a pointer, where no filter can read them; libc falls back to `clone`.
    ...whenCalled(checked.clone3, [refuse('ENOSYS')]),
    ...whenCalled(checked.clone, [
      load(OFFSET.firstArgument),
      ...when(OPERATION.jumpIfAnySet, CLONE_DENIED, [refuse('EPERM')]),
      answer(ALLOW),
    ]),
    ...whenCalled(checked.socket, sockets),
    ...whenCalled(checked.socketpair, sockets),
    // Shared pages of no file stay when they are unmapped, and then no process shows them.
    ...whenCalled(checked.mmap, [
      load(OFFSET.fourthArgument),
      ...when(OPERATION.jumpIfAnySet, ANONYMOUS_MEMORY, [
        ...when(OPERATION.jumpIfAnySet, SHARED_MEMORY, [refuse('EPERM')]),
        answer(ALLOW),
      ]),
      answer(ALLOW),
    ]),
    ...DENIED_ARGUMENTS.flatMap(({ [architecture]: number, argument, values, refusal }) =>
      // The number is loaded again behind it: the same call may be denied for other values as well.
      whenCalled(number, [
        load(OFFSET.firstArgument + argument * ARGUMENT_BYTES),
        ...oneOf(values, refuse(refusal)),
        load(OFFSET.number),
      ]),
    ),
    ...DENIED_SYSCALLS.flatMap((syscall) => {
      const number = syscall[architecture];
      return number === null ? [] : whenCalled(number, [refuse(syscall.refusal)]);
    }),
    answer(ALLOW),
  ];
  return encode(program);
}
