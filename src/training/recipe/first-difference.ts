/** The path of the first field in which two JSON values differ, such as `stages.sft.length.epochs`; `null` when none does. */
export function firstDifference(one: unknown, other: unknown): string | null {
  const place = differingPath(one, other, []);
  return place === null ? null : place.join('.') || 'the whole';
}

function differingPath(one: unknown, other: unknown, path: readonly string[]): readonly string[] | null {
  if (Object.is(one, other)) return null;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return path;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = differingPath(one[key], other[key], [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
