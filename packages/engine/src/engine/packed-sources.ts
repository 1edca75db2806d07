import type { WrittenSource } from '../segment/source-writer.ts';
import type { PackedSource } from '../shard/store/segment-builds.ts';

/** What is told of the stored documents of segments that are being made, until who makes one asks for it. */
export class PackedSources {
  /** By the path of the segment. */
  readonly #told = new Map<string, PromiseWithResolvers<PackedSource>>();

  /** The segment is being made. */
  begin(path: string): void {
    this.#told.set(path, Promise.withResolvers());
  }

  /** It is made, or is not to be made any more. */
  end(path: string): void {
    this.#told.delete(path);
  }

  tell(path: string, packed: PackedSource): void {
    this.#told.get(path)?.resolve(packed);
  }

  /** Resolves when it was told. Rejects where the documents could not be packed. */
  async of(path: string): Promise<WrittenSource> {
    const packed = await this.#told.get(path)?.promise;
    if (packed === undefined) throw new Error(`segment [${path}] is not being made`);
    if ('error' in packed) throw new Error(packed.error);
    return packed.source;
  }
}
