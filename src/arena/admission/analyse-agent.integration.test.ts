import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { itSample } from '../../testing/it-sample.ts';
import { scaled } from '../../testing/scaled.ts';
import { OBFUSCATED, withMain } from '../testing/obfuscation-samples.ts';
import { analyseAgent } from './analyse-agent.ts';
import type { FactsReader } from './facts-reader.ts';
import { ProcessFactsReader } from './process-facts-reader.ts';
import { SandboxFactsReader } from './sandbox-facts-reader.ts';

const AGENTS = fileURLToPath(new URL('../../../agents/', import.meta.url));
const HOSTILE = `${AGENTS}hostile/`;

function pythonFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.py'));
}

let reader: FactsReader;
let sandbox: Sandbox;
beforeAll(async () => {
  reader = await ProcessFactsReader.find();
  sandbox = await chooseSandbox({ driver: 'python' });
});
afterAll(() => sandbox.close());

async function analyse(source: Uint8Array | string, by: FactsReader = reader) {
  return await analyseAgent(typeof source === 'string' ? Buffer.from(source) : source, { reader: by });
}

describe('known agents', () => {
  it.each(pythonFiles(AGENTS))('the shipped agent %s is accepted without findings', async (name) => {
    expect(await analyse(readFileSync(AGENTS + name))).toMatchObject({
      verdict: 'accepted',
      flagged: false,
      findings: [],
    });
  });

  it('accepts an agent that describes its tools by reading its own functions, as public agents do', async () => {
    const agent = readFileSync(new URL('../../tools/testing/oro-style-agent.py', import.meta.url));
    expect(await analyse(agent)).toMatchObject({ verdict: 'accepted', flagged: false, findings: [] });
  });

  it('most hostile agents are rejected or flagged, and none makes the analysis throw', { tags: 'slow' }, async () => {
    const passed: string[] = [];
    for (const name of pythonFiles(HOSTILE)) {
      const { verdict, flagged } = await analyse(readFileSync(HOSTILE + name));
      if (verdict === 'accepted' && !flagged) passed.push(name);
    }
    // The rest attack through their answers or resource use, which the sandbox must contain.
    expect(passed.length).toBeLessThan(pythonFiles(HOSTILE).length * 0.2);
  });
});

describe('failing imports', () => {
  const found = async (line: string, by: FactsReader = reader) =>
    (await analyse(`${line}\ndef agent_main(p): return []`, by)).findings.map(
      ({ code, message, line: at }) => `${code} ${at}: ${message}`,
    );

  it.each([
    ['from json import lods', 'IMPORT_UNRESOLVED 1: json has no lods. The nearest name is loads.'],
    [
      'from src.agent.agent_interfaces import Tool',
      'IMPORT_UNRESOLVED 1: There is no module src.agent.agent_interfaces in the sandbox. The nearest name is src.agent.agent_interface.',
    ],
    [
      'from src.agent.proxy_client import ProxyClent',
      'IMPORT_UNRESOLVED 1: src.agent.proxy_client has no ProxyClent. The nearest name is ProxyClient.',
    ],
    [
      'import assay.tool',
      'IMPORT_UNRESOLVED 1: There is no module assay.tool in the sandbox. The nearest name is assay.tools.',
    ],
    [
      'def f():\n  from collections import Countr',
      'IMPORT_UNRESOLVED 2: collections has no Countr. The nearest name is Counter.',
    ],
    [
      'import statistcs',
      'MODULE_NOT_ALLOWED 1: import statistcs is not allowed. There is no such module in the sandbox; the nearest name is statistics.',
    ],
    [
      'import numpi',
      'MODULE_NOT_ALLOWED 1: import numpi is not allowed. There is no such module in the sandbox; the nearest name, numpy, is not allowed either. Use math and statistics.',
    ],
    [
      'import reqests',
      'MODULE_NOT_ALLOWED 1: import reqests is not allowed. There is no such module in the sandbox; the nearest name, requests, is not allowed either. Use assay.chat, assay.tools or src.agent.proxy_client.ProxyClient, which reach the gateway.',
    ],
  ])('rejects a failing import and suggests the nearest name: %s', async (line, message) => {
    expect(await found(line)).toEqual([message]);
  });

  it.each([
    'from src.agent.agent import agent_main as given, find_product',
    'import xml.etree.ElementTree as tree, collections.abc',
    'from concurrent.futures import *',
    'import ujson as json',
    'try:\n  from itertools import batched, nothing_like_it\nexcept ImportError:\n  batched = None',
  ])('accepts an import that exists or is guarded: %s', async (line) => {
    expect(await found(line)).toEqual([]);
  });

  it('finds failing imports in the sandbox too', async () => {
    const inside = new SandboxFactsReader(sandbox);
    expect(await found('from json import lods', inside)).toHaveLength(1);
    expect(await found('from assay import chats', inside)).toHaveLength(1);
    expect(await found('import xml.dom.minidom\nfrom src.agent.agent import agent_main as x', inside)).toEqual([]);
  });
});

describe('reading in a sandbox', () => {
  itSample(
    OBFUSCATED.slice(0, 8).map(({ source }) => source),
    2,
  )('reading a file in a sandbox gives the same facts as in a process: %s', async (source) => {
    const { findings } = await analyse(withMain(source), new SandboxFactsReader(sandbox));
    expect(findings).toEqual((await analyse(withMain(source))).findings);
  });

  it('reading a shipped agent in a sandbox gives no finding', async () => {
    const agent = readFileSync(`${AGENTS}react_text.py`);
    expect(await analyse(agent, new SandboxFactsReader(sandbox))).toMatchObject({ verdict: 'accepted', findings: [] });
  });

  it('reading a file in a sandbox never executes it', async () => {
    const { verdict } = await analyse('raise SystemExit\nwhile True: pass\nprint(1/0)\ndef agent_main(p): return []');
    expect(verdict).toBe('accepted');
  });
});

describe('hard input', () => {
  it('random bytes are rejected without an exception', { timeout: scaled(60_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 2_000 }), async (bytes) => {
        expect((await analyse(bytes)).verdict).toBe('rejected');
      }),
      { numRuns: 60 },
    );
  });

  it('agents with random changes are analysed without an exception', {
    tags: 'slow',
    timeout: scaled(60_000),
  }, async () => {
    const sources = pythonFiles(AGENTS).map((name) => readFileSync(AGENTS + name));
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc
        .constantFrom(
          '(',
          ')',
          '\n',
          '\t',
          "'",
          '"""',
          '#',
          '{',
          '\\',
          'eval',
          '\u202e',
          '\0',
          '\r',
          'é',
          'import os\n',
        )
        .map((text) => Buffer.from(text)),
    );
    const change = fc.record({ at: fc.nat(12_000), remove: fc.nat(40), piece });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sources),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (source, changes) => {
          let mutated: Uint8Array = source;
          for (const { at, remove, piece } of changes) {
            mutated = Buffer.concat([mutated.subarray(0, at), piece, mutated.subarray(at + remove)]);
          }
          const { verdict, findings } = await analyse(mutated);
          expect(verdict === 'rejected' ? findings.length > 0 : true).toBe(true);
        },
      ),
      { numRuns: 80 },
    );
  });
});

describe('the form of the file', () => {
  it.each([
    ['# -*- coding: utf-7 -*-\n# +AAo-import subprocess', 'ENCODING_DECLARED'],
    ['#!/usr/bin/python\n# vim: set fileencoding=latin-1 :', 'ENCODING_DECLARED'],
    ['# coding: unicode_escape', 'ENCODING_DECLARED'],
    ['x = 1\0', 'NUL_BYTE'],
    ['# comment\rimport os', 'BARE_CARRIAGE_RETURN'],
    ['def f(:', 'NOT_PYTHON'],
    ['return 1', 'NOT_PYTHON'],
    ['def f(a, a): pass', 'NOT_PYTHON'],
    ['from __future__ import braces', 'NOT_PYTHON'],
    ['', 'MAIN_MISSING'],
    ['def agent_main(): return []', 'MAIN_SIGNATURE'],
    ['def agent_main(a, b): return []', 'MAIN_SIGNATURE'],
    ['def agent_main(a, *, b): return []', 'MAIN_SIGNATURE'],
    ['async def agent_main(a): return []', 'MAIN_SIGNATURE'],
    ['def agent_main(a):\n    yield a', 'MAIN_SIGNATURE'],
  ] as const)('rejects %j for its form: %s', async (source, code) => {
    expect(await analyse(source)).toMatchObject({ verdict: 'rejected', gravest: 'form', findings: [{ code }] });
  });

  it.each([
    '# -*- coding: utf-8 -*-\ndef agent_main(problem): return []',
    '\uFEFFdef agent_main(problem): return []',
    'def agent_main(problem):\r\n    return []\r\n',
    'def agent_main(problem, retries=3, *rest, **more): return []',
    'if True:\n    def agent_main(problem): return []',
    'def make(): return lambda problem: []\nagent_main = make()',
    'def agent_main(problem):\n    def inner():\n        yield 1\n    return list(inner())',
  ])('the form of %j is accepted', async (source) => {
    expect(await analyse(source)).toMatchObject({ verdict: 'accepted', findings: [] });
  });

  it('names the line where Python stopped, and the position of invalid bytes', async () => {
    expect((await analyse('x = 1\ny = (\nz = 3\n')).findings[0]).toMatchObject({ code: 'NOT_PYTHON', line: 2 });
    const bytes = Buffer.concat([Buffer.from("x = 1\ny = 'é"), Buffer.from([0xff]), Buffer.from("'\n")]);
    expect((await analyse(bytes)).findings[0]).toMatchObject({ code: 'NOT_UTF8', line: 2, column: 7 });
    expect((await analyse(Buffer.alloc(1_000_001, '#'))).findings[0]).toMatchObject({ code: 'FILE_TOO_LARGE' });
  });
});

describe('strategies', () => {
  it.each([
    ['import datetime\nif datetime.datetime.now().hour > 18: x = 1', 'CLOCK'],
    ['from datetime import datetime as d\nhour = d.utcnow().hour', 'CLOCK'],
    ['import time\nif int(time.time()) % 2: x = 1', 'CLOCK'],
    ['import time\nnow = time.time()\nwhile now > 1767225600: break', 'CLOCK'],
    ['import random, time\nrandom.seed(time.time())', 'CLOCK_SEED'],
    ['import random, time\nt = time.time()\nr = random.Random(int(t))', 'CLOCK_SEED'],
    ['from os import getenv\nx = getenv("HOME")', 'ENVIRONMENT'],
    ['from os import environ\nx = environ["VALIDATOR"]', 'ENVIRONMENT'],
    ['from os import getenv\nm = getenv("SANDBOX_MODEL")\nif m == "a": x = 1', 'ENVIRONMENT'],
    ['import platform\nx = platform.node()', 'HOST_IDENTITY'],
    ['x = open("/proc/cpuinfo").read()', 'HOST_IDENTITY'],
    ['V = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY"', 'HOST_IDENTITY'],
    ['x = "1234567890"', 'PRODUCT_ID_LIKE'],
    [`x = "${'a b '.repeat(600)}"`, 'LONG_LINE'],
    ['número = 1', 'FOREIGN_LETTERS'],
  ] as const)('the strategy %s is flagged as %s and not rejected', async (source, code) => {
    const { verdict, flagged, gravest, findings } = await analyse(withMain(source));
    expect({ verdict, flagged, gravest }).toEqual({ verdict: 'accepted', flagged: true, gravest: 'policy' });
    expect(findings.map((each) => each.code)).toContain(code);
  });
});
