import { parseJson } from '../../json/parse-json.ts';
import { readTextFile } from '../../store/files.ts';
import { type ParsedDraw, parseDraw } from './draw-document.ts';

export function readDraw(path: string): ParsedDraw {
  const json = parseJson(readTextFile(path));
  return json.ok ? parseDraw(json.value) : { ok: false, reason: `is not JSON: ${json.reason}` };
}
