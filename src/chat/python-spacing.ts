const STRING = /"(?:[^"\\]|\\.)*"/y;

/**
 * Formats JSON text as Python's `json.dumps(json.loads(text), ensure_ascii=False)`: a space after each comma and colon
 * and none elsewhere. Templates write tool schemas in this format, so a different byte here would be in every prompt.
 * Works on the text, because Python keeps numbers that a double cannot hold.
 */
export function pythonSpacing(json: string): string {
  let spaced = '';
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]!;
    if (sign === '"') {
      STRING.lastIndex = at;
      const text = STRING.exec(json)?.[0];
      // Not JSON: returned unchanged.
      if (text === undefined) return json;
      spaced += plainString(text);
      at += text.length - 1;
    } else if (sign === ',' || sign === ':') spaced += `${sign} `;
    else if (!/\s/.test(sign)) spaced += sign;
  }
  return spaced;
}

/** Removes unnecessary escapes, as parsing and writing does. */
function plainString(text: string): string {
  if (!text.includes('\\')) return text;
  return JSON.stringify(
    text
      .slice(1, -1)
      .replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, sign: string) =>
        code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
      ),
  );
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
