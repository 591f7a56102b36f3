import { DENIED_ARGUMENTS } from './denied-arguments.ts';
import { DENIED_SYSCALLS, ERRNO_OF } from './denied-syscalls.ts';

/**
 * The same rules as `seccomp-filter.ts`, in the format of container engines. Their defaults allow AF_VSOCK and more.
 * Without `hasErrors`, for an engine that answers every refusal with EPERM, the rules are left out that need another
 * answer: libc falls back from `clone3` only after ENOSYS, and SQLite gives up if setting a lock fails.
 */
export function seccompProfile({ hasErrors = true } = {}): object {
  const denied = (hasErrors ? (['EPERM', 'ENOSYS', 'ignored'] as const) : (['EPERM', 'ENOSYS'] as const)).map(
    (refusal) => ({
      names: DENIED_SYSCALLS.filter((syscall) => syscall.refusal === refusal).map(({ name }) => name),
      action: 'SCMP_ACT_ERRNO',
      errnoRet: ERRNO_OF[refusal],
    }),
  );
  return {
    defaultAction: 'SCMP_ACT_ALLOW',
    architectures: ['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64'],
    syscalls: [
      ...denied,
      ...(hasErrors ? [{ names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: ERRNO_OF.ENOSYS }] : []),
      ...deniedCloneFlags().map((flag) => ({
        names: ['clone'],
        action: 'SCMP_ACT_ERRNO',
        errnoRet: ERRNO_OF.EPERM,
        args: [{ index: 0, value: flag, valueTwo: flag, op: 'SCMP_CMP_MASKED_EQ' }],
      })),
      ...DENIED_ARGUMENTS.filter(({ refusal }) => hasErrors || refusal !== 'ignored').flatMap(
        ({ name, argument, values, refusal }) =>
          values.map((value) => ({
            names: [name],
            action: 'SCMP_ACT_ERRNO',
            errnoRet: ERRNO_OF[refusal],
            args: [{ index: argument, value, op: 'SCMP_CMP_EQ' }],
          })),
      ),
      // Shared and anonymous: both flag bits are set.
      {
        names: ['mmap'],
        action: 'SCMP_ACT_ERRNO',
        errnoRet: ERRNO_OF.EPERM,
        args: [{ index: 3, value: 0x21, valueTwo: 0x21, op: 'SCMP_CMP_MASKED_EQ' }],
      },
      // Families below, between and above AF_UNIX, AF_INET and AF_INET6.
      ...[0, 3, 4, 5, 6, 7, 8, 9].map((family) => socketRule('SCMP_CMP_EQ', family)),
      socketRule('SCMP_CMP_GT', 10),
    ],
  };
}

function socketRule(op: string, family: number): object {
  const notSupported = 97;
  return {
    names: ['socket', 'socketpair'],
    action: 'SCMP_ACT_ERRNO',
    errnoRet: notSupported,
    args: [{ index: 0, value: family, op }],
  };
}

function deniedCloneFlags(): number[] {
  return [0x00001000, 0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000];
}
