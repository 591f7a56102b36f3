import { parseArenaConfig } from '../start/arena-config.ts';
import { rotateSecret } from '../start/rotate-secret.ts';

/** Rotates the secret of an arena repeatedly, and prints a line each time, until it is killed. */
const [folder, url] = process.argv.slice(2);
const environment = url === '' ? {} : { DATABASE_URL: url! };
for (;;) {
  const place = { folder: folder!, config: parseArenaConfig({}), environment };
  const { keyId } = await rotateSecret(place, { who: 'operator', reason: 'again' });
  process.stdout.write(`${keyId}\n`);
}
