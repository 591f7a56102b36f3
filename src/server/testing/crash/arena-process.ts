/**
 * An arena's server in a separate process, to be killed and measured: `node arena-process.ts FOLDER PORT`. It prints
 * its address once it listens, and exits when its parent does. A release in FOLDER/corpus and training runs in
 * FOLDER/training are published.
 */
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../../json/parse-json.ts';
import { parseArenaConfig } from '../../start/arena-config.ts';
import { startArena } from '../../start/start-arena.ts';
import { CachingFactsReader } from './caching-facts-reader.ts';

const [folder, port] = process.argv.slice(2) as [string, string];
const json = parseJson(readFileSync(join(folder, 'arena.json'), 'utf8'));
if (!json.ok) throw new Error(json.reason);
let url = '';
const started = await startArena({
  folder,
  config: parseArenaConfig(json.value),
  environment: process.env,
  corpusFolder: join(folder, 'corpus'),
  trainingFolder: join(folder, 'training'),
  reader: new CachingFactsReader(),
  version: 'simulated',
  logger: { level: 'error', stream: process.stderr },
  publicUrl: () => url,
});
process.once('SIGTERM', () => void started.stop().then(() => process.exit(0)));
process.stdin.resume().once('end', () => process.exit(1));
url = await started.server.listen({ host: '127.0.0.1', port: Number(port) });
writeSync(1, `${url}\n`);
