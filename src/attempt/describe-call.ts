import { z } from 'zod';
import { readResponse } from '../chat/read-response.ts';
import type { Call } from '../gateway/calls.ts';
import { counted } from '../text/counted.ts';
import { shortenToWidth } from '../text/shorten.ts';

export interface DescribedCall {
  /** What the agent requested, in a few words. */
  readonly asked: string;
  /** What it received. */
  readonly answered: string;
}

const MAX_TEXT = 60;

const chatSchema = z.object({ model: z.string().optional(), messages: z.array(z.unknown()) });

const errorSchema = z.object({ detail: z.string() }).or(z.object({ error: z.string() }));

/**
 * Describes a call in one line. The content comes from agent and model: it is shortened here, and must be sanitised
 * where it is printed.
 */
export function describeCall(call: Call): DescribedCall {
  return { asked: asked(call), answered: answered(call) };
}

function asked({ kind, method, path, parameters, request }: Call): string {
  if (kind === 'inference') {
    const chat = chatSchema.safeParse(request);
    if (!chat.success) return 'no chat';
    return `${shorten(chat.data.model ?? 'no model')}, ${counted(chat.data.messages.length, 'message')}`;
  }
  if (kind === 'refused') return shorten(`${method} ${path}`);
  if (kind === 'models' || kind === 'health') return kind;
  const given = Object.entries(parameters).map(([name, value]) => `${name}=${[value].flat().join('|')}`);
  return shorten(given.join(' '));
}

function answered({ kind, status, response }: Call): string {
  const error = errorSchema.safeParse(response);
  if (status >= 400) return error.success ? shorten(String(Object.values(error.data)[0])) : '';
  if (Array.isArray(response)) return counted(response.length, kind === 'web' ? 'article' : 'product');
  if (kind !== 'inference') return '';
  const completion = readResponse(response);
  if (completion === undefined) return '';
  const { text, reasoning, toolCalls, refusal } = completion;
  if (toolCalls.length > 0) return shorten(`calls ${toolCalls.map(({ name }) => name).join(', ')}`);
  return shorten(text || refusal || reasoning);
}

function shorten(text: string): string {
  // Truncated before the whitespace is replaced, because the text may have megabytes.
  const line = text
    .slice(0, MAX_TEXT * 4)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return shortenToWidth(line, MAX_TEXT);
}
