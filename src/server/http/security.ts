/** Authentication schemes for OpenAPI. A signed request has four headers, so there are four schemes for it. */
export const SECURITY_SCHEMES = {
  hotkey: { type: 'apiKey', in: 'header', name: 'X-Hotkey', description: 'SS58 address of the hotkey' },
  timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Timestamp',
    description: 'Unix seconds, at most 60 s from the arena’s clock',
  },
  nonce: { type: 'apiKey', in: 'header', name: 'X-Nonce', description: 'new for every request' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description:
      'sr25519 over `hotkey:timestamp:nonce`; with `X-Signature-Version: 2` also over arena, method, target and body hash',
  },
  session: { type: 'http', scheme: 'bearer', description: 'token of POST /v1/auth/session' },
} as const;

const EITHER = [{ hotkey: [], timestamp: [], nonce: [], signature: [] }, { session: [] }];

export const SECURITY = { required: EITHER, optional: [...EITHER, {}] };
