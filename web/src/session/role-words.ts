import type { Permission, Session } from './session.ts';

/** The API calls contestants "miner" and operators "admin". */
export function roleName(role: Session['role']): string {
  switch (role) {
    case 'admin':
      return 'operator';
    case 'validator':
      return 'validator';
    case 'miner':
      return 'contestant';
    case null:
      return 'not registered';
  }
}

export interface PermissionLine {
  readonly permission: Permission;
  readonly isAllowed: boolean;
  readonly text: string;
}

const PERMISSIONS: readonly (readonly [Permission, allowed: string, refused: string])[] = [
  [
    'submit',
    'Submit agents and see everything about your own.',
    'Submit agents: the hotkey must be registered on the chain and not banned.',
  ],
  [
    'validate',
    'Run and grade submissions as a validator.',
    'Validate: the hotkey needs a validator permit and enough stake.',
  ],
  [
    'operate',
    'Operate the arena: stop and release work, bans, races, policy.',
    'Operate the arena: the hotkey must be listed under admins in arena.json.',
  ],
];

/** What a session allows, and what else would need which permission. */
export function permissionLines(may: readonly Permission[]): readonly PermissionLine[] {
  return PERMISSIONS.map(([permission, allowed, refused]) => {
    const isAllowed = may.includes(permission);
    return { permission, isAllowed, text: isAllowed ? allowed : refused };
  });
}
