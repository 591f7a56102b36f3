import { it, type TestOptions } from 'vitest';

type Given<Row> = Row extends readonly [...infer Items] ? Items : [Row];
type Body<Row> = (...given: Given<Row>) => void | Promise<void>;

/**
 * Like `it.each`, for many cases of one behaviour: `npm test` runs the first `count`, and CI runs all, because the others
 * have the tag `slow`. So put the case that shows most first.
 *
 * @example itSample([DESK, PHONE])('the page shows its table: %j', async (settings) => { … });
 */
export function itSample<const Row>(cases: readonly Row[], count = 1) {
  return (name: string, ...[first, second]: [Body<Row>] | [TestOptions, Body<Row>]): void => {
    const [options, body] = second === undefined ? [{}, first as Body<Row>] : [first as TestOptions, second];
    const each = (some: readonly Row[], more: TestOptions): void =>
      it.each(some as readonly unknown[])(
        name,
        { ...options, ...more },
        body as (...given: unknown[]) => void | Promise<void>,
      );
    each(cases.slice(0, count), {});
    each(cases.slice(count), { tags: 'slow' });
  };
}
