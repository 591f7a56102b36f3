import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { PRIVATE_FILE, storageFault, systemErrorCode } from '../../store/files.ts';

const anchorSchema = z.strictObject({ began: z.number(), speed: z.number().positive() });

/**
 * The arena's clock: real time, or a clock that runs faster since the first start of the arena. The start time is
 * stored beside the data, so that after a restart time continues and never goes back.
 */
export function arenaClock(path: string, speed: number): () => number {
  const anchor = readAnchor(path);
  if (anchor === undefined && speed === 1) return Date.now;
  if (anchor !== undefined && anchor.speed !== speed) {
    throw new Fault('INPUT_INVALID', {
      message: `The clock of this arena runs at speed ${anchor.speed}, not ${speed}.`,
      remedy: `Set clockSpeed to ${anchor.speed}, or use another data folder. Time would jump otherwise.`,
    });
  }
  const { began } = anchor ?? writeAnchor(path, { began: Date.now(), speed });
  return () => Math.floor(began + (Date.now() - began) * speed);
}

type Anchor = z.output<typeof anchorSchema>;

function readAnchor(path: string): Anchor | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw storageFault(error, `reading ${path}`);
  }
  const json = parseJson(text);
  const parsed = anchorSchema.safeParse(json.ok ? json.value : undefined);
  if (parsed.success) return parsed.data;
  throw new Fault('STORAGE_FAILED', { message: `${path} cannot be read.`, remedy: 'Restore the file from a backup.' });
}

function writeAnchor(path: string, anchor: Anchor): Anchor {
  try {
    writeFileSync(path, `${JSON.stringify(anchor)}\n`, { flush: true, mode: PRIVATE_FILE });
    return anchor;
  } catch (error) {
    throw storageFault(error, `writing ${path}`);
  }
}
