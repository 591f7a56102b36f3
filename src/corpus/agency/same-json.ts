/** Whether two parsed JSON values are equal. Conversations repeat themselves; unchanged parts are not read again. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) && left.length === right.length && left.every((each, place) => sameJson(each, right[place]))
    );
  }
  if (Array.isArray(right)) return false;
  const mine = left as Readonly<Record<string, unknown>>;
  const theirs = right as Readonly<Record<string, unknown>>;
  const keys = Object.keys(mine);
  if (keys.length !== Object.keys(theirs).length) return false;
  return keys.every((key) => Object.hasOwn(theirs, key) && sameJson(mine[key], theirs[key]));
}
