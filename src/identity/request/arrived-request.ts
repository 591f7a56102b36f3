/** Names in any case. Several values for one name are a list, or, where Node joined them, one text with commas. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What of an HTTP request a signature can speak about. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path and query exactly as in the request line: decoding and encoding it again breaks the signature. */
  readonly target: string;
  readonly headers: HeaderFields;
  /** The bytes as they came, empty when there are none. */
  readonly body: Uint8Array;
}

/** Every value that was sent under a name, however it was spelled. */
export function headerValues(headers: HeaderFields, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return Object.entries(headers).flatMap(([key, value]) =>
    value === undefined || key.toLowerCase() !== wanted ? [] : value,
  );
}
