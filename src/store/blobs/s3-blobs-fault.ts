import { Fault } from '../../fault/fault.ts';

export interface S3Answer {
  readonly status: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  /** The code in the body of an error response; responses to HEAD have none. */
  readonly complaint: string | undefined;
}

/** Error codes with which different services report that storage is full. */
const FULL = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage', 'XMinioAdminBucketQuotaExceeded']);

/** Turns an error response, or a missing response, into a fault. The secret key is in neither. */
export function s3Fault(problem: unknown, place: string, doing: string): Fault {
  if (!isAnswer(problem)) {
    return new Fault('STORAGE_UNAVAILABLE', {
      message: `No answer from ${place} while ${doing}.`,
      remedy: 'Check the endpoint and that the service runs.',
      cause: problem,
    });
  }
  const { status, complaint } = problem;
  const said = `${status}${complaint === undefined ? '' : ` ${complaint}`}`;
  if (status === 507 || FULL.has(complaint ?? '')) {
    return new Fault('STORAGE_FULL', {
      message: `No space left in ${place} while ${doing} (${said}).`,
      remedy: 'Free space or raise the quota, then try again.',
    });
  }
  return new Fault(status >= 500 || status === 429 ? 'STORAGE_UNAVAILABLE' : 'STORAGE_FAILED', {
    message: `${place} rejected the request while ${doing} (${said}).`,
    remedy: remedyFor(problem),
  });
}

function remedyFor({ status, complaint }: S3Answer): string {
  if (complaint === 'NoSuchBucket') return 'Create the bucket, or correct its name.';
  if (complaint === 'RequestTimeTooSkewed') return 'Set the clock of this machine.';
  if (status === 401 || status === 403) {
    return 'Check the access key and its rights to list the bucket and to get and put objects, and the clock of this machine.';
  }
  if (status >= 300 && status < 400) return 'Correct the region or the endpoint: the bucket is elsewhere.';
  return 'Try again later, or look into the log of the service.';
}

function isAnswer(problem: unknown): problem is S3Answer {
  return typeof problem === 'object' && problem !== null && 'status' in problem && 'bytes' in problem;
}
