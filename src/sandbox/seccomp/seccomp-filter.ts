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

/** Calls that are filtered by their arguments. */
const CHECKED = {
  x64: { clone: 56, clone3: 435, socket: 41, socketpair: 53, mmap: 9 },
  arm64: { clone: 220, clone3: 435, socket: 198, socketpair: 199, mmap: 222 },
} as const;

/** `mseal`, from Linux 6.10. Newer system calls are refused until they have been reviewed. */
const newestKnown = 462;

/**
 * Any bit that requests a namespace from `clone`, and CLONE_PIDFD, whose inode number counts all processes of the
 * machine.
 */
const CLONE_DENIED = 0x7e021000;
/** AF_UNIX, AF_INET, AF_INET6. An allow list, because network namespaces do not isolate AF_VSOCK. */
const SOCKET_FAMILIES = [1, 2, 10];
/** MAP_ANONYMOUS, and the bit that MAP_SHARED and MAP_SHARED_VALIDATE have in common. */
const ANONYMOUS_MEMORY = 0x20;
const SHARED_MEMORY = 0x01;

/**
 * A classic BPF program for the kernel and `bwrap --seccomp`: an array of `struct sock_filter`. Written here because no
 * library generates it without native code, and the launcher needs the bytes on a machine with nothing installed.
 */
export function seccompFilter(architecture: Architecture): Uint8Array {
  const checked = CHECKED[architecture];
  const oneOf = (values: readonly number[], then: Instruction) =>
    values.flatMap((value) => when(OPERATION.jumpIfEqual, value, [then]));
  const sockets = [load(OFFSET.firstArgument), ...oneOf(SOCKET_FAMILIES, answer(ALLOW)), refuse('EAFNOSUPPORT')];
  const program = [
    ...checkNumbering(architecture),
    ...when(OPERATION.jumpIfAtLeast, newestKnown + 1, [refuse('ENOSYS')]),
    // Its flags are behind a pointer, which a filter cannot read; libc falls back to `clone`.
    ...whenCalled(checked.clone3, [refuse('ENOSYS')]),
    ...whenCalled(checked.clone, [
      load(OFFSET.firstArgument),
      ...when(OPERATION.jumpIfAnySet, CLONE_DENIED, [refuse('EPERM')]),
      answer(ALLOW),
    ]),
    ...whenCalled(checked.socket, sockets),
    ...whenCalled(checked.socketpair, sockets),
    // Shared anonymous pages remain after they are unmapped, and then do not appear in any process.
    ...whenCalled(checked.mmap, [
      load(OFFSET.fourthArgument),
      ...when(OPERATION.jumpIfAnySet, ANONYMOUS_MEMORY, [
        ...when(OPERATION.jumpIfAnySet, SHARED_MEMORY, [refuse('EPERM')]),
        answer(ALLOW),
      ]),
      answer(ALLOW),
    ]),
    ...DENIED_ARGUMENTS.flatMap(({ [architecture]: number, argument, values, refusal }) =>
      // The call number is loaded again afterwards, because the same call may be denied for other values too.
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
