import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RequestRecorder } from './request-recorder.ts';

let folder: string;
let recorder: RequestRecorder;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recorder-'));
  recorder = await RequestRecorder.open(join(folder, 's'));
});
afterEach(() => {
  recorder.close();
  rmSync(folder, { recursive: true });
});

function post(path: string, bytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: recorder.path, path, method: 'POST' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end(Buffer.alloc(bytes));
  });
}

describe('the stand-in for the gateway', () => {
  it('the request recorder records requests, and answers those that the gateway would answer', async () => {
    expect(await post('/inference/chat/completions', 1024 ** 2)).toBe(200);
    expect(await post('/elsewhere', 1)).toBe(403);
    expect(recorder.requests).toEqual(['POST /inference/chat/completions', 'POST /elsewhere']);
  });

  it('the request recorder refuses a body of more than 1 MiB, and stays up', async () => {
    expect(await post('/search/find_product', 1024 ** 2 + 1)).toBe(413);
    expect(await post('/search/find_product', 0)).toBe(200);
  });
});
