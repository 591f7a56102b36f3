import { parseJson } from '../../json/parse-json.ts';
import { readTextFile } from '../../store/files.ts';
import { type DrawDocument, drawDocumentSchema } from './draw-document.ts';

export type ReadDraw =
  | { readonly ok: true; readonly draw: DrawDocument }
  | { readonly ok: false; readonly reason: string };

export function readDraw(path: string): ReadDraw {
  const json = parseJson(readTextFile(path));
  if (!json.ok) return { ok: false, reason: `is not JSON: ${json.reason}` };
  const parsed = drawDocumentSchema.safeParse(json.value);
  if (parsed.success) return { ok: true, draw: parsed.data };
  const { path: field, message } = parsed.error.issues[0]!;
  return { ok: false, reason: `${field.join('.') || 'draw'}: ${message}` };
}
