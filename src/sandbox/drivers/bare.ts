import { join } from 'node:path';
import type { Driver } from '../driver.ts';

/** No isolation, for running your own agent on your own machine. Every result records this. */
export function bare(): Driver {
  return {
    name: 'none',
    tier: 'none',
    countable: false,
    answersOn: 'descriptor',
    dropsCapabilities: false,
    port: 0,
    usesImage: false,
    paths: ({ box }) => ({ agent: join(box.agent, 'agent.py'), socket: join(box.gateway, 'proxy.sock') }),
    launch: ({ python, runtime, environment }) => ({
      command: python.executable,
      arguments: ['-I', '-S', '-B', join(runtime.library, 'start.py')],
      environment,
    }),
  };
}
