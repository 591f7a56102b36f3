/** Names in any case. Repeated headers are a list or, if Node joined them, one text with commas. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parts of an HTTP request that a signature can cover. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path and query exactly as in the request line: decoding and encoding them again would break the signature. */
  readonly target: string;
  readonly headers: HeaderFields;
  /** The bytes as received; empty if there is no body. */
  readonly body: Uint8Array;
}

/** All values sent under a header name, in any case. */
export function headerValues(headers: HeaderFields, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return Object.entries(headers).flatMap(([key, value]) =>
    value === undefined || key.toLowerCase() !== wanted ? [] : value,
  );
}
