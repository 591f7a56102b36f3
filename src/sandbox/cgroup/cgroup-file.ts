import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One folder of a cgroup file system: creates it, reads its counters, and removes it. */
export class CgroupFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
  }

  set(name: string, value: string | number): void {
    writeFileSync(join(this.path, name), String(value));
  }

  /** For settings that not every kernel has. */
  setIfThere(name: string, value: string | number): void {
    if (existsSync(join(this.path, name))) this.set(name, value);
  }

  /** Asynchronous, because the kernel may take milliseconds to move a process, and other attempts should continue. */
  async adopt(processId: number): Promise<void> {
    await writeFile(join(this.path, 'cgroup.procs'), String(processId));
  }

  number(name: string): number {
    return Number(this.text(name)) || 0;
  }

  /** A value from a file of `name value` lines. */
  entry(name: string, key: string): number {
    const line = this.text(name)
      .split('\n')
      .find((each) => each.startsWith(`${key} `));
    return Number(line?.slice(key.length + 1)) || 0;
  }

  /** Retries, because the kernel removes a group only after its last dead process has been reaped. */
  async remove(): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt++) {
      try {
        rmdirSync(this.path);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
        await sleep(10);
      }
    }
  }

  private text(name: string): string {
    try {
      return readFileSync(join(this.path, name), 'utf8');
    } catch {
      return '';
    }
  }
}
