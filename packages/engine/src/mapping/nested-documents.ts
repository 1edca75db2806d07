import { assert } from '@sextant/base';
import { LimitError } from './errors.ts';
import type { ParsedDocument } from './mapped-field.ts';
import type { Mapping } from './mapping.ts';
import { nestedPathField } from './nested-path.ts';
import type { NestedOptions, ObjectMapper } from './object-mapper.ts';

/** An object of a nested field that is being read, and its document. */
interface OpenObject {
  readonly path: string;
  readonly document: ParsedDocument;
}

/** The documents that the nested objects of one document become, while that is read. */
export class NestedDocuments {
  #root!: ParsedDocument;
  /** Outermost first. */
  readonly #open: OpenObject[] = [];
  #documents: ParsedDocument[] = [];
  #count = 0;

  begin(root: ParsedDocument): void {
    this.#root = root;
  }

  /** The document is read, perhaps once more, from its start. Returns where its fields go. */
  restart(): ParsedDocument {
    this.#open.length = 0;
    this.#documents = [];
    this.#count = 0;
    return this.#root;
  }

  /** Where the fields of the whole document go. */
  get root(): ParsedDocument {
    return this.#root;
  }

  /** All of it was read. */
  end(): void {
    if (this.#count === 0) return;
    this.#root.nested = this.#documents;
    this.#documents = [];
  }

  isOpen(path: string): boolean {
    return this.#open.some((each) => each.path === path);
  }

  /** Begins an object; returns where its fields go. Throws mapper_parsing_exception where there are too many. */
  open({ path }: ObjectMapper, { nestedObjectsLimit: limit }: Mapping): ParsedDocument {
    if (++this.#count > limit) {
      const reason =
        `The number of nested documents has exceeded the allowed limit of [${limit}]. This limit can be set ` +
        'by changing the [index.mapping.nested_objects.limit] index level setting.';
      throw new LimitError({ type: 'mapper_parsing_exception', reason });
    }
    const document: ParsedDocument = { length: 1, fields: [nestedPathField], values: [path] };
    this.#open.push({ path, document });
    return document;
  }

  /** Ends the innermost object; returns where the fields of that around it go. */
  close({ includeInParent, includeInRoot }: NestedOptions): ParsedDocument {
    const closed = this.#open.pop();
    assert(closed !== undefined, 'a nested object ends that has not begun');
    const { document } = closed;
    this.#documents.push(document);
    const parent = this.#innermost();
    if (includeInParent) addFields(document, parent);
    if (includeInRoot && !(includeInParent && parent === this.#root)) addFields(document, this.#root);
    return parent;
  }

  /** The innermost document that may have the field: that of an object which the field lies in. */
  around(field: string): ParsedDocument {
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const { path, document } = this.#open[i]!;
      if (field.startsWith(`${path}.`)) return document;
    }
    return this.#root;
  }

  #innermost(): ParsedDocument {
    return this.#open.at(-1)?.document ?? this.#root;
  }
}

/** All but the path. */
function addFields(from: ParsedDocument, to: ParsedDocument): void {
  for (let i = 1; i < from.length; i++) {
    if (to.ranges !== undefined) to.ranges.starts[to.length] = -1;
    to.fields[to.length] = from.fields[i]!;
    to.values[to.length++] = from.values[i]!;
  }
}
