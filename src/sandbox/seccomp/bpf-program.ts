import { ERRNO_OF, type Refusal } from './denied-syscalls.ts';

export type Architecture = 'x64' | 'arm64';

/** Fields of `struct seccomp_data`; on both architectures the low half of an argument comes first. */
export const OFFSET = { number: 0, architecture: 4, firstArgument: 16, fourthArgument: 40 };
export const ARGUMENT_BYTES = 8;
const AUDIT_ARCHITECTURE: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
export const OPERATION = { load: 0x20, jumpIfEqual: 0x15, jumpIfAtLeast: 0x35, jumpIfAnySet: 0x45, answer: 0x06 };
const KILL_PROCESS = 0x80000000;
export const ALLOW = 0x7fff0000;
const ERRNO: Readonly<Record<Refusal | 'EAFNOSUPPORT', number>> = { ...ERRNO_OF, EAFNOSUPPORT: 97 };

/** Calls of the x32 ABI have this bit set; it is a second numbering of all calls. */
const X32_BIT = 0x40000000;

export interface Instruction {
  readonly operation: number;
  readonly operand: number;
  readonly ifTrue: number;
  readonly ifFalse: number;
}

export function load(offset: number): Instruction {
  return { operation: OPERATION.load, operand: offset, ifTrue: 0, ifFalse: 0 };
}

export function answer(action: number): Instruction {
  return { operation: OPERATION.answer, operand: action, ifTrue: 0, ifFalse: 0 };
}

export function refuse(refusal: keyof typeof ERRNO): Instruction {
  return answer(0x00050000 | ERRNO[refusal]);
}

/**
 * Runs `body` if the comparison holds and otherwise continues after it; `body` must end in an answer, or with the
 * previously loaded value loaded again.
 */
export function when(operation: number, operand: number, body: readonly Instruction[]): Instruction[] {
  return [{ operation, operand, ifTrue: 0, ifFalse: body.length }, ...body];
}

export function whenCalled(number: number, body: readonly Instruction[]): Instruction[] {
  return when(OPERATION.jumpIfEqual, number, body);
}

/** Kills callers that use another numbering of the calls, and leaves the call number loaded. */
export function checkNumbering(architecture: Architecture): Instruction[] {
  return [
    load(OFFSET.architecture),
    { operation: OPERATION.jumpIfEqual, operand: AUDIT_ARCHITECTURE[architecture], ifTrue: 1, ifFalse: 0 },
    answer(KILL_PROCESS),
    load(OFFSET.number),
    ...(architecture === 'x64' ? when(OPERATION.jumpIfAtLeast, X32_BIT, [refuse('ENOSYS')]) : []),
  ];
}

/** Encodes the program for the kernel and `bwrap --seccomp`: an array of `struct sock_filter`. */
export function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, { operation, operand, ifTrue, ifFalse }] of program.entries()) {
    bytes.setUint16(index * 8, operation, true);
    bytes.setUint8(index * 8 + 2, ifTrue);
    bytes.setUint8(index * 8 + 3, ifFalse);
    bytes.setUint32(index * 8 + 4, operand, true);
  }
  return new Uint8Array(bytes.buffer);
}
