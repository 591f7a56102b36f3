import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { arenaAnswers, unreachable } from './api/reach-arena.ts';

/**
 * A page whose files are fetched on first use. If they cannot be loaded, the router assumes that they belong to an
 * older version and reloads the document. Without a connection that would leave the user on the browser's error page,
 * so that case is reported as an unreachable arena.
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
