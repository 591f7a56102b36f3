/** Parameters by name; a repeated parameter is a list. The object has no prototype, so that no name is special. */
export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

/** Parses a query string without its `?`. Escapes that are not valid UTF-8 stay as written. */
export function parseQueryString(text: string): QueryParameters {
  const parameters: Record<string, string | string[]> = Object.create(null);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodePart(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decodePart(pair.slice(equals + 1));
    const known = parameters[name];
    if (known === undefined) parameters[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else parameters[name] = [known, value];
  }
  return parameters;
}

function decodePart(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
