/**
 * Result of a denied call. `ENOSYS` makes libraries fall back to an older call; `EPERM` is a plain refusal; `ignored`
 * returns success and does nothing, for calls that legitimate libraries make on their own files and fail without.
 */
export type Refusal = 'EPERM' | 'ENOSYS' | 'ignored';

export const ERRNO_OF: Readonly<Record<Refusal, number>> = { EPERM: 1, ENOSYS: 38, ignored: 0 };

export interface DeniedSyscall {
  readonly name: string;
  /** `null` if the architecture has no such call. */
  readonly x64: number | null;
  readonly arm64: number | null;
  readonly refusal: Refusal;
}

function denied(name: string, x64: number | null, arm64: number | null, refusal: Refusal): DeniedSyscall {
  return { name, x64, arm64, refusal };
}

/**
 * Calls that no shopping agent needs and that help an attacker. This is a deny list, so that every Python and every
 * libc runs; calls newer than this list are refused by number (see `newestKnown`).
 */
export const DENIED_SYSCALLS: readonly DeniedSyscall[] = [
  // Access to other processes.
  denied('ptrace', 101, 117, 'EPERM'),
  denied('process_vm_readv', 310, 270, 'EPERM'),
  denied('process_vm_writev', 311, 271, 'EPERM'),
  denied('kcmp', 312, 272, 'EPERM'),
  denied('pidfd_getfd', 438, 438, 'ENOSYS'),
  denied('process_madvise', 440, 440, 'ENOSYS'),
  // Changing mounts, and new namespaces, which would give capabilities back.
  denied('mount', 165, 40, 'EPERM'),
  denied('umount2', 166, 39, 'EPERM'),
  denied('pivot_root', 155, 41, 'EPERM'),
  denied('chroot', 161, 51, 'EPERM'),
  denied('setns', 308, 268, 'EPERM'),
  denied('unshare', 272, 97, 'EPERM'),
  denied('open_tree', 428, 428, 'ENOSYS'),
  denied('move_mount', 429, 429, 'ENOSYS'),
  denied('fsopen', 430, 430, 'ENOSYS'),
  denied('fsconfig', 431, 431, 'ENOSYS'),
  denied('fsmount', 432, 432, 'ENOSYS'),
  denied('fspick', 433, 433, 'ENOSYS'),
  denied('mount_setattr', 442, 442, 'ENOSYS'),
  denied('statmount', 457, 457, 'ENOSYS'),
  denied('listmount', 458, 458, 'ENOSYS'),
  // Large kernel interfaces with a history of vulnerabilities. io_uring also creates sockets that a filter on `socket`
  // does not see.
  denied('bpf', 321, 280, 'EPERM'),
  denied('perf_event_open', 298, 241, 'EPERM'),
  denied('userfaultfd', 323, 282, 'EPERM'),
  denied('keyctl', 250, 219, 'EPERM'),
  denied('add_key', 248, 217, 'EPERM'),
  denied('request_key', 249, 218, 'EPERM'),
  denied('io_uring_setup', 425, 425, 'ENOSYS'),
  denied('io_uring_enter', 426, 426, 'ENOSYS'),
  denied('io_uring_register', 427, 427, 'ENOSYS'),
  denied('open_by_handle_at', 304, 265, 'EPERM'),
  denied('name_to_handle_at', 303, 264, 'EPERM'),
  denied('fanotify_init', 300, 262, 'EPERM'),
  denied('fanotify_mark', 301, 263, 'EPERM'),
  denied('lookup_dcookie', 212, 18, 'EPERM'),
  // Asynchronous I/O has one limit for the whole machine, which an agent could use up.
  denied('io_setup', 206, 0, 'ENOSYS'),
  // Control of the machine itself.
  denied('init_module', 175, 105, 'EPERM'),
  denied('finit_module', 313, 273, 'EPERM'),
  denied('delete_module', 176, 106, 'EPERM'),
  denied('kexec_load', 246, 104, 'EPERM'),
  denied('kexec_file_load', 320, 294, 'EPERM'),
  denied('reboot', 169, 142, 'EPERM'),
  denied('swapon', 167, 224, 'EPERM'),
  denied('swapoff', 168, 225, 'EPERM'),
  denied('acct', 163, 89, 'EPERM'),
  denied('quotactl', 179, 60, 'EPERM'),
  denied('quotactl_fd', 443, 443, 'ENOSYS'),
  denied('syslog', 103, 116, 'EPERM'),
  denied('settimeofday', 164, 170, 'EPERM'),
  denied('clock_settime', 227, 112, 'EPERM'),
  denied('clock_adjtime', 305, 266, 'EPERM'),
  denied('adjtimex', 159, 171, 'EPERM'),
  denied('sethostname', 170, 161, 'EPERM'),
  denied('setdomainname', 171, 162, 'EPERM'),
  denied('personality', 135, 92, 'EPERM'),
  denied('vhangup', 153, 58, 'EPERM'),
  denied('mbind', 237, 235, 'EPERM'),
  denied('set_mempolicy', 238, 237, 'EPERM'),
  denied('set_mempolicy_home_node', 450, 450, 'ENOSYS'),
  denied('migrate_pages', 256, 238, 'EPERM'),
  denied('move_pages', 279, 239, 'EPERM'),
  denied('iopl', 172, null, 'EPERM'),
  denied('ioperm', 173, null, 'EPERM'),
  denied('modify_ldt', 154, null, 'EPERM'),
  denied('uselib', 134, null, 'ENOSYS'),
  denied('_sysctl', 156, null, 'ENOSYS'),
  // Memory and queues that count neither against the address space limit nor in the resident set of a process.
  denied('memfd_create', 319, 279, 'ENOSYS'),
  denied('memfd_secret', 447, 447, 'ENOSYS'),
  denied('shmget', 29, 194, 'ENOSYS'),
  denied('shmat', 30, 196, 'ENOSYS'),
  denied('msgget', 68, 186, 'ENOSYS'),
  denied('semget', 64, 190, 'ENOSYS'),
  denied('mq_open', 240, 180, 'ENOSYS'),
  // Watching files: two sandboxes that can open the same inode, such as a device, could see each other.
  denied('inotify_init', 253, null, 'ENOSYS'),
  denied('inotify_init1', 294, 26, 'ENOSYS'),
  denied('inotify_add_watch', 254, 27, 'ENOSYS'),
  denied('inotify_rm_watch', 255, 28, 'ENOSYS'),
  // Locks are visible to every process with the same inode. Success without a lock keeps SQLite working on scratch files.
  denied('flock', 73, 32, 'ignored'),
  // Every process can set the timestamps of devices, and all sandboxes see them, even later ones.
  denied('utimensat', 280, 88, 'ignored'),
  denied('utime', 132, null, 'ignored'),
  denied('utimes', 235, null, 'ignored'),
  denied('futimesat', 261, null, 'ignored'),
  // State of the page cache. For calls without flags, libc falls back from `preadv2` to `preadv`.
  denied('preadv2', 327, 286, 'ENOSYS'),
  denied('pwritev2', 328, 287, 'ENOSYS'),
  denied('mincore', 27, 232, 'ENOSYS'),
  denied('cachestat', 451, 451, 'ENOSYS'),
  denied('fadvise64', 221, 223, 'ENOSYS'),
  denied('readahead', 187, 213, 'ENOSYS'),
  denied('sync', 162, 81, 'ignored'),
  denied('syncfs', 306, 267, 'ignored'),
  // Machine-wide numbers: memory, processes, free space, and identifiers assigned in order.
  denied('sysinfo', 99, 179, 'ENOSYS'),
  denied('statfs', 137, 43, 'ENOSYS'),
  denied('fstatfs', 138, 44, 'ENOSYS'),
  denied('ustat', 136, null, 'ENOSYS'),
  denied('eventfd', 284, null, 'ENOSYS'),
  denied('eventfd2', 290, 19, 'ENOSYS'),
  denied('pidfd_open', 434, 434, 'ENOSYS'),
  // Choosing a core makes contention a clearer covert channel.
  denied('sched_setaffinity', 203, 122, 'EPERM'),
];
