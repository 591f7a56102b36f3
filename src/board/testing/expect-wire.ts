import { expect } from 'vitest';
import type { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';

/** Checks that the answer matches its schema exactly, also after serialisation. */
export function expectWire<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const travelled = parseJson(JSON.stringify(answer));
  expect(travelled).toEqual({ ok: true, value: answer });
  const parsed = schema.parse(answer);
  expect(parsed).toEqual(answer);
  return parsed;
}
