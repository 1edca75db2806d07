import { apiError, type JsonMap } from '@sextant/contract';
import type { IndexCatalog, NamedIndex } from '../cluster/index-names.ts';

/** Fields by patterns of their full names. What `excludes` name is hidden though `includes` name it too; no `includes`: all but those. */
export interface FieldRules {
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
  /** Fields of whose values something else is seen: `name`, `name::ALGORITHM`, `name::/regex/::replacement`. */
  readonly masks?: readonly string[];
  /** Base64 of the 16 bytes that make hashes this service's own. */
  readonly maskSalt?: string;
}

/**
 * What the caller of one request may reach, made once per request from who asks. The indices of the service itself
 * are closed to everybody but the service. What of an index he may see is
 * asked here too, so that no backend has to learn of roles.
 */
export interface Access {
  /** The service itself asks: nothing is checked, and its own indices are open. */
  readonly internal: boolean;
  /** Who asks, to tell apart what is kept for one caller; the same for everybody where nobody signs in. */
  readonly caller: string;
  /**
   * No index of a user is closed to this caller for the action: its names need not be resolved. True for
   * actions of the cluster, which `check` has judged.
   */
  everywhere(action: string): boolean;
  /** A secret of the service that all its instances have, to know again what was given to a caller; the empty text where there is none. */
  readonly sealKey: string;
  /** Whether the caller has a right of the cluster. */
  holds(action: string): boolean;
  /** Whether the caller may use the action on this concrete index. */
  allows(action: string, index: string): boolean;
  /**
   * The query that says which documents of an index the caller may see; undefined = all of them. `names`: the index, and the
   * data stream that it belongs to.
   */
  documentFilter(names: readonly string[]): JsonMap | undefined;
  /** The fields of such an index that the caller may see; undefined = all of them. */
  fieldRules(names: readonly string[]): FieldRules | undefined;
  /**
   * Throws ApiError security_exception unless the caller may use the action on each of the concrete indices;
   * without one: a right of the cluster, or on some index.
   */
  check(action: string, indices: readonly string[]): void;
  /**
   * The catalog as the caller sees it for an action: wildcards meet what is allowed and nothing else; what is
   * named (an index, or an alias with a closed index behind it) throws ApiError security_exception.
   */
  filterCatalog<I extends NamedIndex>(catalog: IndexCatalog<I>, action: string): IndexCatalog<I>;
}

/** Of calls that the service makes for itself. */
export const internalAccess: Access = {
  internal: true,
  caller: '',
  sealKey: '',
  everywhere: () => true,
  holds: () => true,
  allows: () => true,
  documentFilter: () => undefined,
  fieldRules: () => undefined,
  check: () => {},
  filterCatalog: (catalog) => catalog,
};

function unknownCaller(): never {
  throw apiError('security_exception', 'the caller is not known');
}

/** Of somebody who is not known: rows that are public reach no index. */
export const noAccess: Access = {
  internal: false,
  caller: '',
  sealKey: '',
  everywhere: () => false,
  holds: () => false,
  allows: () => false,
  documentFilter: () => ({ match_none: {} }),
  fieldRules: () => ({ includes: [], excludes: ['*'] }),
  check: unknownCaller,
  filterCatalog: unknownCaller,
};
