import { type FaultCode, type FaultOwner, ownerOf, remedyOf } from './fault-table.ts';

const MARKER = Symbol.for('assay.fault');

export interface FaultDetail {
  /** What happened, for the user. */
  readonly message: string;
  /** What the user can do about it, if it is more specific than `remedyOf` the code. */
  readonly remedy?: string;
  /** Data for programs, such as the seconds left to wait; included in API responses. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * An expected failure: it has a code from the closed list and therefore an owner. Anything else that is thrown is a
 * defect of ours.
 *
 * @example throw new Fault('FILE_NOT_FOUND', { message: 'There is no market in ./shop', remedy: 'Run `assay market build`.' });
 */
export class Fault extends Error {
  readonly [MARKER] = true;
  readonly code: FaultCode;
  readonly owner: FaultOwner;
  readonly remedy: string | undefined;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: FaultCode, detail: FaultDetail) {
    super(detail.message, { cause: detail.cause });
    this.name = 'Fault';
    this.code = code;
    this.owner = ownerOf(code);
    this.remedy = detail.remedy;
    this.extra = detail.extra ?? {};
  }

  /**
   * The fault's own remedy, or the default of its code. For people only: answers to models and API responses contain
   * only `remedy`, so that recorded bytes do not change with the table.
   */
  static remedyFor({ code, remedy }: Pick<Fault, 'code' | 'remedy'>): string {
    return remedy ?? remedyOf(code);
  }

  /**
   * Checks a marker instead of the class, so that it recognises faults from another copy of this module (a bundle, a
   * worker).
   */
  static isInstance(error: unknown): error is Fault {
    return typeof error === 'object' && error !== null && MARKER in error;
  }
}
