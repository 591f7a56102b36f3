import { describe, expect, it } from 'vitest';
import { clientDocument, documentText } from './client-document.ts';

const json = (schema: object) => ({ description: 'Default', content: { 'application/json': { schema } } });

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Assay', version: '9.9.9' },
  components: { securitySchemes: {} },
  paths: {
    '/b': {
      post: {
        operationId: 'send_b',
        tags: ['b'],
        summary: 'Sends it',
        security: [{ hotkey: [] }],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { file: { type: 'string', contentMediaType: 'text/x-python' } } },
            },
          },
        },
        responses: { 204: { description: 'Default' }, 403: json({ type: 'object' }) },
      },
    },
    '/a': {
      get: {
        operationId: 'get_a',
        tags: ['a'],
        summary: 'Gets it',
        parameters: [{ in: 'query', name: 'q', schema: { type: 'string', maxLength: 200 } }],
        responses: {
          200: json({
            type: 'object',
            properties: { description: { type: 'string', pattern: '^a' } },
            required: ['description'],
          }),
          404: json({ type: 'object' }),
        },
      },
    },
    '/file': { get: { operationId: 'get_file', tags: ['a'], summary: 'A file', responses: { 200: json({}) } } },
    '/events': {
      get: { operationId: 'events', responses: { 200: { content: { 'text/event-stream': { schema: {} } } } } },
    },
    '/page': { get: { responses: { 200: json({}) } } },
  },
} as const;

describe('client document', () => {
  const document = clientDocument(DOCUMENT) as { paths: Record<string, Record<string, Record<string, unknown>>> };

  it('the client document has the finite operations in order, without error responses, security or bounds', () => {
    expect(Object.keys(document.paths)).toEqual(['/a', '/b', '/file']);
    expect(document.paths['/a']!.get).toEqual({
      operationId: 'get_a',
      tags: ['a'],
      summary: 'Gets it',
      parameters: [{ in: 'query', name: 'q', schema: { type: 'string' } }],
      responses: {
        200: {
          description: '',
          content: {
            'application/json': {
              schema: {
                title: 'A',
                type: 'object',
                // A field of this name is kept, but a comment is not.
                properties: { description: { type: 'string' } },
                required: ['description'],
              },
            },
          },
        },
      },
    });
  });

  it('the client document names bodies, keeps answers without one, and treats missing schemas as files', () => {
    expect(document.paths['/b']!.post).toMatchObject({
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: { title: 'SendBBody', properties: { file: { format: 'binary' } } } },
        },
      },
      responses: { 204: { description: '' } },
    });
    expect(document.paths['/file']!.get).toMatchObject({
      responses: { 200: { content: { 'application/octet-stream': { schema: { format: 'binary' } } } } },
    });
  });

  it('the client document is JSON with one line per operation', () => {
    const text = documentText(document);
    expect(JSON.parse(text)).toEqual(document);
    expect(text.split('\n').filter((line) => line.includes('operationId'))).toHaveLength(3);
  });
});
