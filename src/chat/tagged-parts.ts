type PartTag = 'user' | 'think' | 'tool_call' | 'obs' | 'response' | 'query';

export interface TaggedPart {
  readonly tag: PartTag;
  readonly text: string;
}

const OPENING = /<(user|think|tool_call|obs|response|query)>/g;

/** The tagged parts of a text, in order, none within another. One that is never closed is none. */
export function taggedParts(text: string): TaggedPart[] {
  const parts: TaggedPart[] = [];
  OPENING.lastIndex = 0;
  // A tag without its closing one is looked for once; thousands of them must not each cost a walk to the end.
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
