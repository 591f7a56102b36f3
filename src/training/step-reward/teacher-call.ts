/** One call that a teacher made. */
export interface TeacherCall {
  readonly name: string;
  /** An object, or the JSON text of one. */
  readonly arguments: unknown;
}

/** All calls in one answer of a teacher. */
export type TeacherAction = readonly TeacherCall[];

/**
 * Known behaviour of teachers. `actions`: whole answers given in this state, all equally good. `pool`: calls from any
 * step on the way to a success; an answer is compared with the calls not used yet.
 */
export type Teaching =
  | { readonly kind: 'actions'; readonly actions: readonly TeacherAction[] }
  | { readonly kind: 'pool'; readonly calls: readonly TeacherCall[] };
