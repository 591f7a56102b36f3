/** A text as one word of a shell script, whatever is in it: between single quotes nothing is read as anything else. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
