import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A new signing secret, in the form given to its owner. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export interface SignedDelivery {
  readonly id: string;
  /** Seconds since 1970, at this attempt; receivers reject old ones. */
  readonly timestamp: number;
  readonly body: string;
}

/** Headers of a delivery as in the Standard Webhooks specification, which has verifiers in most languages. */
export function webhookHeaders(secret: string, { id, timestamp, body }: SignedDelivery): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': `v1,${signature}`,
  };
}
