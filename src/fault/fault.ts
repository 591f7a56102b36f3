import { type FaultCode, type FaultOwner, ownerOf, remedyOf } from './fault-table.ts';

const MARKER = Symbol.for('assay.fault');

export interface FaultDetail {
  /** What happened, for the person who meets it. */
  readonly message: string;
  /** What that person can do about it, where more can be said than `remedyOf` the code. */
  readonly remedy?: string;
  /** What a program that meets it may want to know, such as the seconds left to wait; it travels on the wire. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * A failure we foresaw: it has a code from the closed list and therefore an owner. Anything else that is thrown is a
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
   * What to do: what was said where the fault was thrown, and otherwise what the table says of its code. For people; what a
   * model reads or an arena answers carries `remedy` alone, so that recorded bytes do not change with the table.
   */
  static remedyFor({ code, remedy }: Pick<Fault, 'code' | 'remedy'>): string {
    return remedy ?? remedyOf(code);
  }

  /** By marker, not by class, so that a second copy of this module (a bundle, a worker) is recognised too. */
  static isInstance(error: unknown): error is Fault {
    return typeof error === 'object' && error !== null && MARKER in error;
  }
}
