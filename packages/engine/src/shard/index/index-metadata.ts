export interface AliasMetadata {
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly indexRouting?: string;
  readonly searchRouting?: string;
  readonly isWriteIndex?: boolean;
  readonly isHidden?: boolean;
}

/** When and why something was rolled over. */
export interface RolloverInfo {
  /** Epoch milliseconds. */
  readonly time: number;
  /** By name, as they were given. */
  readonly metConditions: Readonly<Record<string, string | number>>;
}

/**
 * All that is kept of an index beside its documents. Frozen; every change makes another object with higher
 * versions.
 */
export interface IndexMetadata {
  readonly name: string;
  /** 22 characters, URL-safe base64 of 16 random bytes. */
  readonly uuid: string;
  /** Epoch milliseconds. */
  readonly creationDate: number;
  readonly state: 'open' | 'close';
  readonly numberOfShards: number;
  readonly numberOfReplicas: number;
  /** Of an index that was made of another one, where its settings would say something else. */
  readonly routingShards?: number;
  /**
   * Flat, explicit settings with full names: `index.refresh_interval` → `1s`. Values are strings or lists of
   * strings.
   */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  /** The mapping as GET _mapping shows it (`{"properties":{…}}`, empty object when nothing is mapped). */
  readonly mappings: Readonly<Record<string, unknown>>;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  /** By alias or data stream that was rolled over from here to another index. */
  readonly rollovers?: Readonly<Record<string, RolloverInfo>>;
  readonly version: number;
  readonly mappingVersion: number;
  readonly settingsVersion: number;
  readonly aliasesVersion: number;
}

export interface CreateIndex {
  readonly name: string;
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  readonly mappings: Readonly<Record<string, unknown>>;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  /** See `IndexMetadata`. */
  readonly routingShards?: number;
}

/** What is to change of the metadata of one index. */
export interface MetadataChange {
  /** Merged into the mapping. */
  readonly mapping?: Readonly<Record<string, unknown>>;
  /** Flat names; null removes. The caller has checked names and values. */
  readonly settings?: Readonly<Record<string, string | readonly string[] | null>>;
  /** In place of those that there are. */
  readonly aliases?: IndexMetadata['aliases'];
  /** Beside those that there are. */
  readonly rollovers?: IndexMetadata['rollovers'];
}
