const MOST_LETTERS = 100;

/** Derives a valid agent name from a file name. */
export function agentNameOf(fileName: string): string {
  const name = fileName
    .replace(/\.py$/i, '')
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, '-')
    .slice(0, MOST_LETTERS)
    .replaceAll(/^[ -]+|[ -]+$/g, '');
  return name === '' ? 'agent' : name;
}

/** The same rule as the arena's, so that an invalid name is rejected before anything is sent. */
export function isAgentName(name: string): boolean {
  return /^[A-Za-z0-9 ._-]{1,100}$/.test(name) && name.trim() === name;
}
