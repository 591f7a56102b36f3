import { DENIED_ARGUMENTS } from './denied-arguments.ts';
import { DENIED_SYSCALLS, ERRNO_OF, type Refusal } from './denied-syscalls.ts';

export type Architecture = 'x64' | 'arm64';

/** Fields of `struct seccomp_data`; on both architectures the low half of an argument comes first. */
const OFFSET = { number: 0, architecture: 4, firstArgument: 16, fourthArgument: 40 };
const ARGUMENT_BYTES = 8;
const AUDIT_ARCHITECTURE: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
const OPERATION = { load: 0x20, jumpIfEqual: 0x15, jumpIfAtLeast: 0x35, jumpIfAnySet: 0x45, answer: 0x06 };
const KILL_PROCESS = 0x80000000;
const ALLOW = 0x7fff0000;
const ERRNO: Readonly<Record<Refusal | 'EAFNOSUPPORT', number>> = { ...ERRNO_OF, EAFNOSUPPORT: 97 };

/** Calls whose arguments decide. */
const CHECKED = {
  x64: { clone: 56, clone3: 435, socket: 41, socketpair: 53, mmap: 9 },
  arm64: { clone: 220, clone3: 435, socket: 198, socketpair: 199, mmap: 222 },
} as const;

/** `mseal`, of Linux 6.10. What the kernel learned later is refused until somebody has looked at it. */
const newestKnown = 462;

/** Any bit that asks `clone` for a namespace, and CLONE_PIDFD, whose inode counts all processes of the machine. */
const CLONE_DENIED = 0x7e021000;
/** AF_UNIX, AF_INET, AF_INET6. Network namespaces do not hold AF_VSOCK back, hence a list. */
const SOCKET_FAMILIES = [1, 2, 10];
/** MAP_ANONYMOUS, and the bit that MAP_SHARED and MAP_SHARED_VALIDATE have in common. */
const ANONYMOUS_MEMORY = 0x20;
const SHARED_MEMORY = 0x01;
/** Calls of the x32 interface carry this bit; it is a second numbering of everything above. */
const X32_BIT = 0x40000000;

interface Instruction {
  readonly operation: number;
  readonly operand: number;
  readonly ifTrue: number;
  readonly ifFalse: number;
}

function load(offset: number): Instruction {
  return { operation: OPERATION.load, operand: offset, ifTrue: 0, ifFalse: 0 };
}

function answer(action: number): Instruction {
  return { operation: OPERATION.answer, operand: action, ifTrue: 0, ifFalse: 0 };
}

function refuse(refusal: keyof typeof ERRNO): Instruction {
  return answer(0x00050000 | ERRNO[refusal]);
}

/** Runs `body` when the comparison holds and otherwise goes on behind it; `body` must end in an answer or with what was loaded before it. */
function when(operation: number, operand: number, body: readonly Instruction[]): Instruction[] {
  return [{ operation, operand, ifTrue: 0, ifFalse: body.length }, ...body];
}

function whenCalled(number: number, body: readonly Instruction[]): Instruction[] {
  return when(OPERATION.jumpIfEqual, number, body);
}

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
    load(OFFSET.architecture),
    { operation: OPERATION.jumpIfEqual, operand: AUDIT_ARCHITECTURE[architecture], ifTrue: 1, ifFalse: 0 },
    answer(KILL_PROCESS),
    load(OFFSET.number),
    ...(architecture === 'x64' ? when(OPERATION.jumpIfAtLeast, X32_BIT, [refuse('ENOSYS')]) : []),
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

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, { operation, operand, ifTrue, ifFalse }] of program.entries()) {
    bytes.setUint16(index * 8, operation, true);
    bytes.setUint8(index * 8 + 2, ifTrue);
    bytes.setUint8(index * 8 + 3, ifFalse);
    bytes.setUint32(index * 8 + 4, operand, true);
  }
  return new Uint8Array(bytes.buffer);
}
