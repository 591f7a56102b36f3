import type { FastifyRequest } from 'fastify';
import { Fault } from '../../fault/fault.ts';

export interface SubmittedForm {
  readonly text: (name: string) => string | undefined;
  readonly file: (name: string) => Promise<Uint8Array | undefined>;
}

/** A form with files, taken apart by the same code that browsers' standards describe; the body limit bounds it. */
export async function readForm({ rawBody, headers }: FastifyRequest): Promise<SubmittedForm> {
  const type = headers['content-type'] ?? '';
  const form = /^multipart\/form-data;/i.test(type) ? await parse(rawBody, type) : undefined;
  if (form === undefined) {
    throw new Fault('INPUT_INVALID', {
      message: 'The body is no form.',
      remedy: 'Send multipart/form-data with the parts agent_name and file.',
    });
  }
  return {
    text: (name) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : undefined;
    },
    file: async (name) => {
      const value = form.get(name);
      if (value === null) return undefined;
      return typeof value === 'string' ? Buffer.from(value) : new Uint8Array(await value.arrayBuffer());
    },
  };
}

async function parse(body: Uint8Array, type: string): Promise<FormData | undefined> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    return undefined;
  }
}
