import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { httpStatusOf } from '../../fault/fault-table.ts';
import { readForm } from './read-form.ts';

async function formOf(form: FormData) {
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type')! };
  return await readForm({ rawBody: Buffer.from(await sent.arrayBuffer()), headers } as unknown as FastifyRequest);
}

describe('a form', () => {
  it('a form gives the text of a part, and nothing for a missing one', async () => {
    const form = new FormData();
    form.set('licence', 'none');
    form.set('file', new Blob(['pass']), 'agent.py');
    const { text, file } = await formOf(form);
    expect([text('licence'), text('agent_name')]).toEqual(['none', undefined]);
    expect(Buffer.from((await file('file'))!).toString()).toBe('pass');
  });

  it('a form rejects a file where text was expected, by name', async () => {
    const form = new FormData();
    form.set('licence', new Blob(['none']), 'licence.txt');
    const { text } = await formOf(form);
    expect(() => text('licence')).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining('“licence”') }),
    );
    expect(httpStatusOf('INPUT_INVALID')).toBe(400);
  });

  it('a form rejects several parts of one name', async () => {
    const form = new FormData();
    form.append('licence', 'none');
    form.append('licence', 'CC0-1.0');
    const { text } = await formOf(form);
    expect(() => text('licence')).toThrow('was sent more than once');
  });
});
