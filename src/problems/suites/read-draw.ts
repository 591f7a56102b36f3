import { readFileSync } from 'node:fs';
import { parseJson } from '../../store/parse-json.ts';
import { storageFault } from '../../store/storage-fault.ts';
import { type DrawDocument, drawDocumentSchema } from './draw-document.ts';

export type ReadDraw =
  | { readonly ok: true; readonly draw: DrawDocument }
  | { readonly ok: false; readonly reason: string };

export function readDraw(path: string): ReadDraw {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
  const json = parseJson(text);
  if (!json.ok) return { ok: false, reason: `is not JSON: ${json.reason}` };
  const parsed = drawDocumentSchema.safeParse(json.value);
  if (parsed.success) return { ok: true, draw: parsed.data };
  const { path: field, message } = parsed.error.issues[0]!;
  return { ok: false, reason: `${field.join('.') || 'draw'}: ${message}` };
}
