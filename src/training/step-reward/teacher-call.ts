/** One call that a teacher made. */
export interface TeacherCall {
  readonly name: string;
  /** An object, or the JSON text of one. */
  readonly arguments: unknown;
}

/** All calls of one answer of a teacher. */
export type TeacherAction = readonly TeacherCall[];

/**
 * What teachers are known to have done. `actions`: in this very state, each a whole answer, and all of them equally good.
 * `pool`: anywhere on the way to a success; an answer is held against those calls that were not made yet.
 */
export type Teaching =
  | { readonly kind: 'actions'; readonly actions: readonly TeacherAction[] }
  | { readonly kind: 'pool'; readonly calls: readonly TeacherCall[] };
