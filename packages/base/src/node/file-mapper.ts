import { createRequire } from 'node:module';
import { detach } from '../detach.ts';
import type { FileMapping } from '../ports/disk.ts';
import type { MappingLedger } from './mapping-ledger.ts';

export interface FileMapper {
  /**
   * Maps the first `bytes` bytes of an open file, which may be closed then. Undefined where the system refuses, or the
   * ledger has no room.
   */
  map(descriptor: number, bytes: number, ledger: MappingLedger): FileMapping | undefined;
  /** Ends a mapping of a thread that is gone. */
  end(address: number, bytes: number): void;
}

/** From <sys/mman.h>; the same on Linux, macOS and the BSDs. */
const PROT_READ = 1;
const MAP_SHARED = 1;

type SystemCall = (...args: readonly (number | bigint)[]) => number | bigint;

interface Ffi {
  load(path: null): { func(signature: string): SystemCall };
  view(address: bigint, length: number): ArrayBuffer;
}

interface Mapped {
  readonly address: number;
  readonly bytes: number;
  readonly ledger: MappingLedger;
  /** Of the ledger. */
  readonly row: number;
}

let loaded: { readonly mapper: FileMapper | undefined } | undefined;

/**
 * mmap(2) of the C library that this process already runs with, loaded once in a thread when it first wants a mapping.
 * Undefined where the system has none (Windows) or the optional package `koffi` is not installed.
 */
export function loadFileMapper(platform: string = process.platform): FileMapper | undefined {
  if (platform === 'win32') return undefined;
  loaded ??= { mapper: bind() };
  return loaded.mapper;
}

function bind(): FileMapper | undefined {
  try {
    const ffi = createRequire(import.meta.url)('koffi') as Ffi;
    const system = ffi.load(null);
    const mmap = system.func('intptr_t mmap(intptr_t, size_t, int, int, int, int64_t)');
    const munmap = system.func('int munmap(intptr_t, size_t)');
    return new KernelMapper(ffi, mmap, munmap);
  } catch {
    return undefined;
  }
}

class KernelMapper implements FileMapper {
  readonly #ffi: Ffi;
  readonly #mmap: SystemCall;
  readonly #munmap: SystemCall;
  /** Mappings that nobody has ended: the collector has found that no view of them is left. */
  readonly #forgotten: FinalizationRegistry<Mapped>;

  constructor(ffi: Ffi, mmap: SystemCall, munmap: SystemCall) {
    this.#ffi = ffi;
    this.#mmap = mmap;
    this.#munmap = munmap;
    this.#forgotten = new FinalizationRegistry((mapped) => this.#endOf(mapped));
  }

  map(descriptor: number, bytes: number, ledger: MappingLedger): FileMapping | undefined {
    if (!ledger.hasRoom) return undefined;
    // Addresses of a process are far below 2^53.
    const address = Number(this.#mmap(0, bytes, PROT_READ, MAP_SHARED, descriptor, 0));
    if (address === -1) return undefined;
    const mapped = { address, bytes, ledger, row: ledger.add(address, bytes) };
    let buffer: ArrayBuffer;
    try {
      buffer = this.#ffi.view(BigInt(address), bytes);
    } catch {
      // The runtime knows no memory but its own, or none so large.
      this.#endOf(mapped);
      return undefined;
    }
    const token = {};
    this.#forgotten.register(buffer, mapped, token);
    const unmap = (): void => {
      // The address is given back only when no view can reach it: at once where the runtime takes it from the buffer, else
      // when the collector has found the buffer unused.
      if (!detach(buffer) || !this.#forgotten.unregister(token)) return;
      this.#endOf(mapped);
    };
    return { buffer, mapped: true, unmap };
  }

  end(address: number, bytes: number): void {
    this.#munmap(address, bytes);
  }

  #endOf({ address, bytes, ledger, row }: Mapped): void {
    ledger.remove(row);
    this.end(address, bytes);
  }
}
