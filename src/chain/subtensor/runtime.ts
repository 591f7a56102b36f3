import { getDynamicBuilder, getLookupFn, type MetadataLookup } from '@polkadot-api/metadata-builders';
import { Bytes, decAnyMetadata, Option, type UnifiedMetadata, unifyMetadata } from '@polkadot-api/substrate-bindings';
import { z } from 'zod';
import { chainFault } from './chain-fault.ts';
import { hexText } from './hex.ts';

export interface RuntimeVersion {
  readonly specVersion: number;
  readonly transactionVersion: number;
}

/** A signed extension of extrinsics: the type ids of the part that is sent and of the part that is only signed. */
export interface SignedExtension {
  readonly identifier: string;
  readonly sent: number;
  readonly signed: number;
}

const versionSchema = z.object({ spec_version: z.int(), transaction_version: z.int() });

/**
 * The chain's runtime as described by its metadata: the indexes of calls and the encoding of their arguments.
 * Everything is looked up by name when it is needed, so that an upgrade that moves things still works and one that
 * removes them is detected.
 */
export class Runtime {
  readonly version: RuntimeVersion;
  readonly #metadata: UnifiedMetadata;
  readonly #lookup: MetadataLookup;
  readonly #builder: ReturnType<typeof getDynamicBuilder>;

  /** `answer` is the result of the runtime call `Metadata_metadata_at_version`. */
  constructor(answer: Uint8Array, version: RuntimeVersion) {
    this.version = version;
    const { metadata, lookup, builder } = this.#understand('its metadata', () => {
      const opaque = Option(Bytes()).dec(alone(answer));
      if (opaque === undefined) throw new Error('there is none of version 15');
      const metadata = unifyMetadata(decAnyMetadata(alone(opaque)));
      const lookup = getLookupFn(metadata);
      return { metadata, lookup, builder: getDynamicBuilder(lookup) };
    });
    this.#metadata = metadata;
    this.#lookup = lookup;
    this.#builder = builder;
    this.#checkVersion();
  }

  get signedExtensions(): readonly SignedExtension[] {
    const extensions = this.#metadata.extrinsic.signedExtensions[0] ?? [];
    return extensions.map(({ identifier, type, additionalSigned }) => {
      return { identifier, sent: type, signed: additionalSigned };
    });
  }

  /**
   * Whether the runtime accepts version 4 extrinsics from an account id, signed with sr25519, in the form that we
   * write.
   */
  get takesOurExtrinsics(): boolean {
    const { extrinsic } = this.#metadata;
    if (!extrinsic.version.includes(4) || !('address' in extrinsic)) return false;
    return this.#variantOf(extrinsic.address, 'Id') === 0 && this.#variantOf(extrinsic.signature, 'Sr25519') === 1;
  }

  /**
   * Encodes a call with all its arguments; throws if the call has other arguments, because it is then not the call we
   * mean.
   */
  encodeCall(pallet: string, name: string, values: Readonly<Record<string, unknown>>): Uint8Array {
    return this.#understand(`${pallet}.${name}`, () => {
      const calls = this.#metadata.pallets.find((one) => one.name === pallet)?.calls;
      const variants = calls === undefined ? undefined : this.#lookup(calls.type);
      const variant = variants?.type === 'enum' ? variants.value[name] : undefined;
      const takes = variant?.type === 'struct' ? Object.keys(variant.value) : [];
      if (takes.join() !== Object.keys(values).join()) throw new Error(`it takes ${takes.join(', ') || 'nothing'}`);
      const { location, codec } = this.#builder.buildCall(pallet, name);
      return Buffer.concat([Uint8Array.from(location), codec.enc(values)]);
    });
  }

  encodeRuntimeCall(api: string, method: string, values: readonly unknown[]): string {
    return this.#understand(`${api}.${method}`, () => {
      return hexText(this.#builder.buildRuntimeCall(api, method).args.enc([...values]));
    });
  }

  decodeRuntimeCall(api: string, method: string, answer: Uint8Array): unknown {
    return this.#understand(`${api}.${method}`, () => {
      return this.#builder.buildRuntimeCall(api, method).value.dec(alone(answer));
    });
  }

  hasCall(pallet: string, name: string): boolean {
    const calls = this.#metadata.pallets.find((one) => one.name === pallet)?.calls;
    const variants = calls === undefined ? undefined : this.#lookup(calls.type);
    return variants?.type === 'enum' && Object.hasOwn(variants.value, name);
  }

  hasRuntimeCall(api: string, method: string): boolean {
    return this.#metadata.apis.some(({ name, methods }) => name === api && methods.some((one) => one.name === method));
  }

  hasStorage(pallet: string, entry: string): boolean {
    const items = this.#metadata.pallets.find((one) => one.name === pallet)?.storage?.items ?? [];
    return items.some(({ name }) => name === entry);
  }

  storageKey(pallet: string, entry: string, keys: readonly unknown[] = []): string {
    return this.#understand(`${pallet}.${entry}`, () => this.#builder.buildStorage(pallet, entry).keys.enc(...keys));
  }

  /** For a value that is not stored: the entry's default, or `undefined` if it has none. */
  decodeStorage(pallet: string, entry: string, value: Uint8Array | null): unknown {
    return this.#understand(`${pallet}.${entry}`, () => {
      const storage = this.#builder.buildStorage(pallet, entry);
      return value === null ? storage.fallback : storage.value.dec(alone(value));
    });
  }

  encodeStorage(pallet: string, entry: string, value: unknown): string {
    return this.#understand(`${pallet}.${entry}`, () => {
      return hexText(this.#builder.buildStorage(pallet, entry).value.enc(value));
    });
  }

  constant(pallet: string, name: string): unknown {
    return this.#understand(`${pallet}.${name}`, () => {
      const constants = this.#metadata.pallets.find((one) => one.name === pallet)?.constants ?? [];
      const found = constants.find((one) => one.name === name);
      if (found === undefined) throw new Error('there is no such constant');
      return this.#builder.buildConstant(pallet, name).dec(found.value);
    });
  }

  isNothing(type: number): boolean {
    return this.#lookup(type).type === 'void';
  }

  encode(type: number, value: unknown): Uint8Array {
    return this.#understand(`type ${type}`, () => this.#builder.buildDefinition(type).enc(value));
  }

  #variantOf(type: number, name: string): number | undefined {
    const found = this.#lookup(type);
    return found.type === 'enum' ? found.value[name]?.idx : undefined;
  }

  /**
   * With metadata of one version and a signature for another, an extrinsic would be rejected at best and mean something
   * else at worst.
   */
  #checkVersion(): void {
    const own = this.#understand('System.Version', () => versionSchema.parse(this.constant('System', 'Version')));
    const { specVersion, transactionVersion } = this.version;
    if (own.spec_version === specVersion && own.transaction_version === transactionVersion) return;
    throw chainFault({
      message: `The node says that the chain runs version ${specVersion} of its program, but describes version ${own.spec_version}.`,
      remedy: 'The chain may be upgrading: wait for the next block. If it persists, name another node.',
      sendAgain: true,
    });
  }

  #understand<T>(what: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      const why = error instanceof Error ? error.message : 'it cannot be decoded';
      throw chainFault({
        message: `Version ${this.version.specVersion} of the chain's program is not supported: ${what} (${why}).`,
        remedy: 'Use a version of Assay that knows this version of the chain.',
        sendAgain: false,
        cause: error,
      });
    }
  }
}

/** Copies bytes into a separate buffer: of a view, the decoder would read the whole underlying buffer. */
function alone(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}
