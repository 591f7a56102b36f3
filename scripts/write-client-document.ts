import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SampleServer } from '../src/server/testing/sample/sample-server.ts';
import { makeSqliteDatabase } from '../src/store/testing/every-engine.ts';
import { clientDocument, documentText } from './client/client-document.ts';

/**
 * Writes python/client/openapi.json, from which the Python client is generated on installation: `npm run
 * client:openapi`.
 */
const FILE = fileURLToPath(new URL('../python/client/openapi.json', import.meta.url));

const server = await SampleServer.open(makeSqliteDatabase);
try {
  const document = clientDocument({ ...server.started.server.swagger() });
  writeFileSync(FILE, documentText(document));
  console.log(`${Object.keys(document.paths as object).length} paths written to ${FILE}`);
} finally {
  await server.close();
}
