import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { sha256 } from '../../store/sha256.ts';

export interface SiteFile {
  readonly type: string;
  readonly tag: string;
  /** The name changes with the content, so the file can be cached indefinitely. */
  readonly isImmutable: boolean;
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array;
  readonly brotli: Uint8Array;
}

/** The dashboard's files by path. All are in memory and compressed once, so no request reaches the file system. */
export type Site = ReadonlyMap<string, SiteFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const packers = { gzip: promisify(gzip), brotli: promisify(brotliCompress) };

export async function readSite(folder: string): Promise<Site> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async (entry): Promise<[string, SiteFile]> => {
        const path = join(entry.parentPath, entry.name);
        const name = `/${relative(folder, path).replaceAll(sep, '/')}`;
        const plain = readFileSync(path);
        return [
          name,
          {
            type: TYPES[extname(name)] ?? 'application/octet-stream',
            tag: `"${sha256(plain).slice(0, 32)}"`,
            isImmutable: name.startsWith('/assets/'),
            plain,
            gzip: await packers.gzip(plain),
            brotli: await packers.brotli(plain),
          },
        ];
      }),
    ),
  );
}
