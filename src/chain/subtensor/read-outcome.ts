import { z } from 'zod';
import { hexBytes } from './hex.ts';
import type { NodeClient } from './rpc/node-client.ts';
import type { Runtime } from './runtime.ts';

export type Outcome =
  | { readonly ok: true }
  /** `error` is the runtime's name for it, with its pallet if it has one: `SubtensorModule.SettingWeightsTooFast`. */
  | { readonly ok: false; readonly error: string };

const namedSchema = z.object({ type: z.string(), value: z.unknown().optional() });
const eventsSchema = z.array(z.object({ phase: namedSchema, event: namedSchema.extend({ value: namedSchema }) }));
const failureSchema = z.object({ dispatch_error: namedSchema });

/** Outcome of an extrinsic in a block: inclusion does not mean success. */
export async function readOutcome(
  client: NodeClient,
  runtime: Runtime,
  { blockHash, index }: { readonly blockHash: string; readonly index: number },
): Promise<Outcome> {
  const key = runtime.storageKey('System', 'Events');
  const bytes = await client.read('state_getStorage', [key, blockHash], hexBytes.nullable());
  return outcomeAmong(bytes === null ? [] : runtime.decodeStorage('System', 'Events', bytes), index);
}

/** Each extrinsic emits exactly one event with its outcome. */
export function outcomeAmong(decoded: unknown, index: number): Outcome {
  const events = eventsSchema.safeParse(decoded);
  const own = (events.data ?? []).filter(({ phase }) => phase.type === 'ApplyExtrinsic' && phase.value === index);
  for (const { event } of own) {
    if (event.type !== 'System') continue;
    if (event.value.type === 'ExtrinsicSuccess') return { ok: true };
    const failure = event.value.type === 'ExtrinsicFailed' ? failureSchema.safeParse(event.value.value) : undefined;
    if (failure?.success) return { ok: false, error: nameOf(failure.data.dispatch_error) };
  }
  return { ok: false, error: 'unknown' };
}

/** Errors are nested: the kind, for `Module` the pallet, and its error. */
function nameOf(error: z.infer<typeof namedSchema>): string {
  const inner = namedSchema.safeParse(error.value);
  if (!inner.success) return error.type;
  return error.type === 'Module' ? nameOf(inner.data) : `${error.type}.${nameOf(inner.data)}`;
}
