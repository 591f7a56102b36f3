import type { FastifyRequest } from 'fastify';
import { Fault } from '../../fault/fault.ts';

export interface SubmittedForm {
  readonly text: (name: string) => string | undefined;
  readonly file: (name: string) => Promise<Uint8Array | undefined>;
}

/** A form with files, parsed by the standard form parser; the body limit bounds its size. */
export async function readForm({ rawBody, headers }: FastifyRequest): Promise<SubmittedForm> {
  const type = headers['content-type'] ?? '';
  const form = /^multipart\/form-data;/i.test(type) ? await parse(rawBody, type) : undefined;
  if (form === undefined) {
    throw new Fault('INPUT_INVALID', {
      message: 'The body is not a multipart form.',
      remedy: 'Send multipart/form-data with the parts agent_name and file.',
    });
  }
  return {
    text: (name) => {
      const [value, second] = form.getAll(name);
      if (value === undefined) return undefined;
      // A field in the wrong form is an error: a contestant's choice must not be silently lost, or picked from several
      // values.
      if (typeof value !== 'string') throw unusable(name, 'was sent as a file');
      if (second !== undefined) throw unusable(name, 'was sent more than once');
      return value;
    },
    file: async (name) => {
      const value = form.get(name);
      if (value === null) return undefined;
      return typeof value === 'string' ? Buffer.from(value) : new Uint8Array(await value.arrayBuffer());
    },
  };
}

function unusable(name: string, why: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `The part “${name}” of the form ${why}.`,
    remedy: `Send “${name}” once, as text without a filename. This attempt does not start a cooldown.`,
  });
}

async function parse(body: Uint8Array, type: string): Promise<FormData | undefined> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    return undefined;
  }
}
