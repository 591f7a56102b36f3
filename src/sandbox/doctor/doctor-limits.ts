import { DEFAULT_LIMITS, type SandboxLimits } from '../sandbox.ts';

/** Small, so that each limit is reached quickly and harmlessly. */
export const DOCTOR_LIMITS: SandboxLimits = {
  ...DEFAULT_LIMITS,
  wallMilliseconds: 3_000,
  cpuMilliseconds: 2_000,
  memoryBytes: 256 * 1024 ** 2,
  processes: 48,
  openFiles: 256,
  scratchBytes: 16 * 1024 ** 2,
  outputBytes: 256 * 1024,
  answerBytes: 256 * 1024,
};
