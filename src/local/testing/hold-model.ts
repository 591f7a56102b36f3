import { openLocalModel } from '../open-local-model.ts';

/** Opens a model and waits, for tests of what remains after the process is killed. */
await openLocalModel('smollm2', { models: process.argv[2], context: 512, parallel: 1, gpu: false });
process.stdout.write('ready\n');
setInterval(() => {}, 1_000_000);
