import { Client, errors } from '@opensearch-project/opensearch';
import { Fault } from '../../fault/fault.ts';
import { shortenAfter } from '../../text/shorten.ts';

export interface OpenSearchAddress {
  /** `http://HOST:PORT` or `https://HOST:PORT`, without credentials. */
  readonly url: string;
  /** The alias of the market. */
  readonly index: string;
  readonly credentials?: { readonly username: string; readonly password: string } | undefined;
}

/** OpenSearch's rules for names, without the forms that have a meaning in its URLs. */
const INDEX_NAME = /^[a-z0-9][a-z0-9_.-]{0,199}$/;

export function connect({ url, index, credentials }: OpenSearchAddress): Client {
  if (!INDEX_NAME.test(index)) {
    throw new Fault('INPUT_INVALID', {
      message: `"${shortenAfter(index, 60)}" cannot be the name of an OpenSearch index.`,
      remedy: 'Use lower-case letters, digits, "-", "_" and ".", beginning with a letter or a digit.',
    });
  }
  const node = URL.parse(url);
  // A password in a URL would end up in the shell history and the process list.
  if (node === null || !/^https?:$/.test(node.protocol) || node.username !== '' || node.password !== '') {
    throw new Fault('INPUT_INVALID', {
      message: 'The address of OpenSearch must be http://HOST:PORT or https://HOST:PORT, without user and password.',
      remedy: 'Set user and password in ASSAY_OPENSEARCH_USER and ASSAY_OPENSEARCH_PASSWORD.',
    });
  }
  return new Client({ node: node.href, ...(credentials && { auth: credentials }) });
}

/**
 * Runs a request and turns exceptions of the client into faults. The message does not contain the address, because the
 * search server forwards it to agents.
 */
export async function ask<T>(index: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw faultOf(error, index);
  }
}

function faultOf(error: unknown, index: string): unknown {
  if (error instanceof errors.ResponseError) {
    const { statusCode, message } = error;
    if (statusCode === 401 || statusCode === 403) {
      return new Fault('SEARCH_FAILED', {
        message: `OpenSearch answered ${statusCode}: it does not accept the credentials, or they do not allow this.`,
        remedy: 'Check ASSAY_OPENSEARCH_USER and ASSAY_OPENSEARCH_PASSWORD.',
        cause: error,
      });
    }
    if (statusCode === 404) return missingMarket(index, error);
    return new Fault('SEARCH_FAILED', {
      message: `OpenSearch answered ${statusCode}: ${shortenAfter(message, 200)}`,
      cause: error,
    });
  }
  if (error instanceof errors.OpenSearchClientError) {
    return new Fault('SEARCH_FAILED', {
      message: `OpenSearch did not answer (${error.name}).`,
      remedy: 'Check that it is running and that its address is right, then try again.',
      cause: error,
    });
  }
  return error;
}

export function missingMarket(index: string, cause?: unknown): Fault {
  return new Fault('FILE_NOT_FOUND', {
    message: `OpenSearch has no market "${index}".`,
    remedy: 'Import one with `assay market import FILE --opensearch URL`, or name another with --index.',
    cause,
  });
}
