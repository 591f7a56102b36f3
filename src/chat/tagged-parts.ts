type PartTag = 'user' | 'think' | 'tool_call' | 'obs' | 'response' | 'query';

export interface TaggedPart {
  readonly tag: PartTag;
  readonly text: string;
}

const OPENING = /<(user|think|tool_call|obs|response|query)>/g;

/** The tagged parts of a text in order, without nesting. An unclosed tag does not count. */
export function taggedParts(text: string): TaggedPart[] {
  const parts: TaggedPart[] = [];
  OPENING.lastIndex = 0;
  // Tags without a closing tag are searched for only once; otherwise thousands of them would each scan to the end.
  const missing = new Set<string>();
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const tag = match[1] as PartTag;
    const start = OPENING.lastIndex;
    const end = missing.has(tag) ? -1 : text.indexOf(`</${tag}>`, start);
    if (end === -1) {
      missing.add(tag);
      continue;
    }
    parts.push({ tag, text: text.slice(start, end).trim() });
    OPENING.lastIndex = end;
  }
  return parts;
}
