import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { arenaAnswers, unreachable } from './api/reach-arena.ts';

/**
 * A page whose files are fetched when it is first needed. The router takes files that do not come for those of an older
 * version and loads the document again; without a connection that leaves the browser's own page, and no way back.
 */
export function lazyPage<Name extends string, Module extends Readonly<Record<Name, () => ReactNode>>>(
  load: () => Promise<Module>,
  name: Name,
) {
  const loadOrSay = async (): Promise<Module> => {
    try {
      return await load();
    } catch (error) {
      throw (await arenaAnswers()) ? error : unreachable();
    }
  };
  return lazyRouteComponent<Module, Name>(loadOrSay, name);
}
