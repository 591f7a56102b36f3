const MOST_LETTERS = 100;

/** A name that the arena takes, from that of a file. */
export function agentNameOf(fileName: string): string {
  const name = fileName
    .replace(/\.py$/i, '')
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, '-')
    .slice(0, MOST_LETTERS)
    .replaceAll(/^[ -]+|[ -]+$/g, '');
  return name === '' ? 'agent' : name;
}

/** As the arena's own rule, so that a name is refused before anything is sent. */
export function isAgentName(name: string): boolean {
  return /^[A-Za-z0-9 ._-]{1,100}$/.test(name) && name.trim() === name;
}
