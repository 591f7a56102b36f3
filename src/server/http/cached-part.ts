import type { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import type { Services } from '../start/services.ts';
import type { CacheRules } from './answer-cache.ts';
import { cacheOf } from './endpoint.ts';

/**
 * A part of public answers that is cached longer than they are, and shared by several of them. `key` must contain
 * everything the part depends on.
 */
export async function cachedPart<Schema extends z.ZodType>(
  services: Services,
  { key, schema, rules }: { readonly key: string; readonly schema: Schema; readonly rules: CacheRules },
  compute: () => Promise<z.output<Schema>>,
): Promise<z.output<Schema>> {
  const { body } = await cacheOf(services).answer(key, rules, async () => ({ text: JSON.stringify(await compute()) }));
  const json = parseJson(body.toString('utf8'));
  return schema.parse(json.ok ? json.value : undefined);
}
