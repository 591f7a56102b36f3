import { describe, expect, it } from 'vitest';
import type { Architecture } from './bpf-program.ts';
import { DENIED_ARGUMENTS } from './denied-arguments.ts';
import { DENIED_SYSCALLS, ERRNO_OF } from './denied-syscalls.ts';
import { seccompFilter } from './seccomp-filter.ts';

const ALLOWED = 'allowed';
const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** Runs a filter like the kernel: one load, compare or answer at a time. */
function decide(filter: Uint8Array, call: { architecture: number; number: number; arguments?: number[] }): string {
  const memory = new DataView(new ArrayBuffer(64));
  memory.setUint32(0, call.number, true);
  memory.setUint32(4, call.architecture, true);
  for (const [index, argument] of (call.arguments ?? []).entries()) memory.setUint32(16 + index * 8, argument, true);
  const program = new DataView(filter.buffer, filter.byteOffset, filter.byteLength);
  let accumulator = 0;
  for (let at = 0; at * 8 < filter.length; at++) {
    const [operation, operand] = [program.getUint16(at * 8, true), program.getUint32(at * 8 + 4, true)];
    const jump = (holds: boolean) => program.getUint8(at * 8 + (holds ? 2 : 3));
    if (operation === 0x20) accumulator = memory.getUint32(operand, true);
    else if (operation === 0x15) at += jump(accumulator === operand);
    else if (operation === 0x35) at += jump(accumulator >= operand);
    else if (operation === 0x45) at += jump((accumulator & operand) !== 0);
    else if (operation === 0x06) {
      if (operand === 0x7fff0000) return ALLOWED;
      return operand === 0x80000000 ? 'killed' : `errno ${operand & 0xffff}`;
    } else throw new Error(`unknown operation ${operation}`);
  }
  throw new Error('fell off the end');
}

describe.each(['x64', 'arm64'] as const)('seccompFilter for %s', (name: Architecture) => {
  const filter = seccompFilter(name);
  const architecture = AUDIT[name];
  const numbers = {
    x64: { read: 0, openat: 257, clone: 56, socket: 41, ioctl: 16, execve: 59, futex: 202, mmap: 9 },
    arm64: { read: 63, openat: 56, clone: 220, socket: 198, ioctl: 29, execve: 221, futex: 98, mmap: 222 },
  }[name];

  it('the seccomp filter refuses every call on the list and allows ordinary ones', () => {
    for (const { [name]: number, refusal } of DENIED_SYSCALLS) {
      if (number === null) continue;
      expect(decide(filter, { architecture, number })).toBe(`errno ${ERRNO_OF[refusal]}`);
    }
    for (const number of [numbers.read, numbers.openat, numbers.execve, numbers.futex]) {
      expect(decide(filter, { architecture, number })).toBe(ALLOWED);
    }
  });

  it('the seccomp filter kills calls through another call numbering', () => {
    const other = name === 'x64' ? 0x40000003 : AUDIT.x64;
    expect(decide(filter, { architecture: other, number: numbers.read })).toBe('killed');
    if (name === 'x64') expect(decide(filter, { architecture, number: 0x40000000 })).toBe('errno 38');
  });

  it('the seccomp filter refuses calls newer than the list', () => {
    expect(decide(filter, { architecture, number: 463 })).toBe('errno 38');
    expect(decide(filter, { architecture, number: 5_000 })).toBe('errno 38');
  });

  it('the seccomp filter allows threads and processes but no namespaces', () => {
    const clone = (flags: number) => decide(filter, { architecture, number: numbers.clone, arguments: [flags] });
    expect(clone(0x3d0f00)).toBe(ALLOWED);
    for (const flag of [0x1000, 0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(clone(flag | 0x11)).toBe('errno 1');
    }
    expect(decide(filter, { architecture, number: 435 })).toBe('errno 38');
  });

  it('the seccomp filter allows Unix and internet sockets and no others', () => {
    const socket = (family: number) => decide(filter, { architecture, number: numbers.socket, arguments: [family] });
    expect([1, 2, 10].map(socket)).toEqual([ALLOWED, ALLOWED, ALLOWED]);
    expect([0, 16, 17, 38, 40].map(socket)).toEqual(Array(5).fill('errno 97'));
  });

  it('the seccomp filter allows private and file-backed memory mappings', () => {
    const mmap = (flags: number) => decide(filter, { architecture, number: numbers.mmap, arguments: [0, 0, 0, flags] });
    expect([0x22, 0x02, 0x01, 0x4022].map(mmap)).toEqual(Array(4).fill(ALLOWED));
    expect([0x21, 0x23, 0x8021].map(mmap)).toEqual(Array(3).fill('errno 1'));
  });

  it('the seccomp filter prevents input into the terminal', () => {
    const ioctl = (request: number) => decide(filter, { architecture, number: numbers.ioctl, arguments: [0, request] });
    expect([0x5412, 0x541c].map(ioctl)).toEqual(['errno 1', 'errno 1']);
    expect(ioctl(0x5401)).toBe(ALLOWED);
  });

  it('the seccomp filter refuses the listed argument values and no others', () => {
    const call = (number: number, argument: number, value: number) =>
      decide(filter, { architecture, number, arguments: [...Array(argument).fill(0), value] });
    for (const { [name]: number, argument, values, refusal } of DENIED_ARGUMENTS) {
      for (const value of values) expect(call(number, argument, value)).toBe(`errno ${ERRNO_OF[refusal]}`);
    }
    const fcntl = name === 'x64' ? 72 : 25;
    const madvise = name === 'x64' ? 28 : 233;
    const [duplicate, askForLock, notNeeded] = [0, 5, 4];
    expect(call(fcntl, 1, duplicate)).toBe(ALLOWED);
    expect(call(fcntl, 1, askForLock)).toBe(ALLOWED);
    expect(call(madvise, 2, notNeeded)).toBe(ALLOWED);
  });
});
