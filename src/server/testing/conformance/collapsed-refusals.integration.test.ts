import { describe, expect, it } from 'vitest';
import { makeSqliteDatabase } from '../../../store/testing/every-engine.ts';
import { SampleServer } from '../sample/sample-server.ts';
import { addressOf } from '../sample/sample-wallets.ts';

const AGENTS = '/v1/miner/agents';

describe('an arena with collapseAuthErrors', () => {
  it('every authentication failure returns the same 401 body', async () => {
    const server = await SampleServer.open(makeSqliteDatabase, { config: { collapseAuthErrors: true } });
    try {
      const unauthorized = { detail: { code: 'UNAUTHORIZED', message: 'Unauthorized' } };
      const good = await server.prepare({ as: 'alice', by: 'version 1', target: AGENTS });
      const answers = [
        await server.ask({ target: AGENTS }),
        await server.ask({ target: AGENTS, headers: { ...good.headers, 'X-Signature': '0x00' } }),
        await server.ask({ target: AGENTS, headers: { ...good.headers, 'X-Timestamp': '1' } }),
        await server.ask({ target: AGENTS, headers: { authorization: 'Bearer x' } }),
      ];
      for (const { status, json } of answers) expect([status, json]).toEqual([401, unauthorized]);
      expect((await server.ask(good)).status).toBe(200);
      const again = await server.ask(good);
      expect([again.status, again.json]).toEqual([401, unauthorized]);
      const body = { hotkey: addressOf('alice'), challenge: 'x', signature: 'x' };
      const session = await server.ask({ method: 'POST', target: '/v1/auth/session', body });
      expect([session.status, session.json]).toEqual([401, { detail: 'Unauthorized' }]);
      // Malformed input keeps its error, and a caller that is not registered learns it only after a valid signature.
      const malformed = await server.ask({ target: AGENTS, headers: { ...good.headers, 'X-Hotkey': 'x' } });
      expect(malformed.status).toBe(400);
      const outsider = await server.ask({ as: 'outsider', by: 'version 2', target: AGENTS });
      expect([outsider.status, outsider.json]).toMatchObject([403, { detail: { code: 'NOT_REGISTERED' } }]);
    } finally {
      await server.close();
    }
  });
});
