import { z } from 'zod';
import { parseSs58 } from '../../identity/ss58.ts';
import { type StorageReader, storedCount } from './read-storage.ts';
import { noSubnetFault, type Subnet } from './read-subnet.ts';

const address = z.string().refine((text) => parseSs58(text).ok);

/** Reads the subnet from its storage entries, for runtimes that cannot summarize it. */
export async function readStoredSubnet(
  storage: StorageReader,
  { netuid, block }: { readonly netuid: number; readonly block: number },
): Promise<Subnet> {
  if (!(await storage.read('NetworksAdded', [netuid], z.boolean()))) throw noSubnetFault(netuid);
  const [size, permits, active, updates, commitReveal] = await Promise.all([
    storage.read('SubnetworkN', [netuid], storedCount),
    storage.read('ValidatorPermit', [netuid], z.array(z.boolean())),
    storage.read('Active', [netuid], z.array(z.boolean())),
    storage.read('LastUpdate', [netuid], z.array(storedCount)),
    storage.read('CommitRevealWeightsEnabled', [netuid], z.boolean()),
  ]);
  const neurons = await Promise.all(
    Array.from({ length: size }, async (_, uid) => {
      const hotkey = await storage.read('Keys', [netuid, uid], address);
      return {
        uid,
        hotkey,
        stake: await storage.read('TotalHotkeyAlpha', [hotkey, netuid], z.bigint()),
        validatorPermit: permits[uid] ?? false,
        active: active[uid] ?? false,
        registeredAt: await storage.read('BlockAtRegistration', [netuid, uid], storedCount),
        lastUpdate: updates[uid] ?? 0,
      };
    }),
  );
  return { metagraph: { block, neurons }, commitReveal };
}
