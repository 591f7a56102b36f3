import { describe, expect, it } from 'vitest';
import { awsMoment, type RequestToSign, signRequest } from './s3-blobs-signature.ts';
import { sha256 } from './sha256.ts';

const NOTHING = sha256('');

/** The examples that Amazon publishes: the Signature Version 4 test suite, and the pages on object storage. */
describe('AWS Signature Version 4', () => {
  const suite = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 'service',
  };

  it.each([
    ['get-vanilla', 'GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['post-vanilla', 'POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'get-vanilla-query-order-key-case',
      'GET',
      '/?Param2=value2&Param1=value1',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
  ])('signs %s', (_, method, path, signature) => {
    const request: RequestToSign = {
      method,
      url: new URL(path, 'https://example.amazonaws.com'),
      headers: { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' },
      payloadSha256: NOTHING,
    };
    expect(signRequest(request, suite)).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
    );
  });

  const storage = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 's3',
  };
  const common = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' };

  it.each([
    [
      'an object read in part',
      'GET',
      '/test.txt',
      { range: 'bytes=0-9' },
      '',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'an object written',
      'PUT',
      '/test%24file.text',
      { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      'Welcome to Amazon S3.',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'a question without a value',
      'GET',
      '/?lifecycle',
      {},
      '',
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'a list of objects',
      'GET',
      '/?max-keys=2&prefix=J',
      {},
      '',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('signs %s', (_, method, path, headers, payload, signature) => {
    const payloadSha256 = sha256(payload);
    const request: RequestToSign = {
      method,
      url: new URL(path, 'https://examplebucket.s3.amazonaws.com'),
      headers: { ...common, ...headers, 'x-amz-content-sha256': payloadSha256 },
      payloadSha256,
    };
    expect(signRequest(request, storage)).toContain(`Signature=${signature}`);
  });

  it('writes moments as Amazon does', () => {
    expect(awsMoment(Date.UTC(2015, 7, 30, 12, 36, 0, 999))).toBe('20150830T123600Z');
  });
});
