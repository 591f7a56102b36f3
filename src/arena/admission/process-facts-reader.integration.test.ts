import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { computingFilter } from '../../sandbox/computing-filter.ts';
import { findPython } from '../../sandbox/find-python.ts';
import { ProcessFactsReader } from './process-facts-reader.ts';
import { READER_PATH } from './reader-path.ts';

/** What code that has taken over the parser might try inside the confined process. */
const ATTACKS = {
  'read a file': 'open("/etc/hostname").read()',
  'write a file': 'open("/tmp/written-by-parser", "w")',
  'list a folder': 'os.listdir("/")',
  'start a process': 'os.fork()',
  'run a program': 'os.execv("/bin/true", ["true"])',
  'open a socket': 'socket.socket()',
  'signal the server': 'os.kill(os.getppid(), 0)',
  'trace the server': 'fail(libc.ptrace(16, os.getppid(), 0, 0))',
  'make code': 'fail(libc.mprotect(0, 4096, 7))',
} as const;

const CONFINED = `
import ctypes, os, socket, sys
sys.path.insert(0, ${JSON.stringify(dirname(READER_PATH))})
import read_facts
libc = ctypes.CDLL(None, use_errno=True)
def fail(result):
    if result == -1: raise OSError(ctypes.get_errno(), "")
code = compile(sys.argv[2], "attack", "exec")
read_facts.confine(libc, bytes.fromhex(sys.argv[1]))
try:
    exec(code)
    os.write(1, b"succeeded")
except OSError as error:
    os.write(1, f"errno {error.errno}".encode())
os._exit(0)
`;

const filter = computingFilter();

describe.skipIf(filter === undefined)('the process that parses submissions', () => {
  it.each(Object.entries(ATTACKS))('the process that parses submissions cannot %s', async (_, attack) => {
    const { executable } = await findPython(false);
    const words = ['-I', '-c', CONFINED, Buffer.from(filter!).toString('hex'), attack];
    expect((await promisify(execFile)(executable, words)).stdout).toBe('errno 1');
  });

  it('the process that parses submissions can compute, allocate and answer', async () => {
    const { executable } = await findPython(false);
    const work = 'blocks = [bytearray(1 << 20) for _ in range(64)]; assert sum(range(10**5)) == 4999950000';
    const words = ['-I', '-c', CONFINED, Buffer.from(filter!).toString('hex'), work];
    expect((await promisify(execFile)(executable, words)).stdout).toBe('succeeded');
  });

  it('reads identifiers in any script and escapes by name', async () => {
    const reader = await ProcessFactsReader.findConfined();
    const source =
      'größe = "\\N{EM DASH}"\nfrom xml import sax\nfrom json import lods\ndef agent_main(p): return [größe]\n';
    expect(await reader.read(Buffer.from(source))).toMatchObject({
      kind: 'read',
      report: { flaw: null, unresolved: [{ module: 'json', name: 'lods', line: 3 }] },
    });
  });
});
