import { type ApiError, dictionary } from '@sextant/contract';
import type { Analyzer } from '../analysis/analyzer.ts';
import { type DateFormat, dateFormat } from './date/date-format.ts';
import type { ValueSource } from './document-values.ts';
import { illegalArgument } from './errors.ts';
import type { FieldType } from './field-type.ts';
import type { FieldView } from './field-view.ts';
import { type FieldValue, isNoted, type MappedField } from './mapped-field.ts';
import type { Parameter, ParameterContext } from './parameters.ts';
import type { Similarity } from './similarities.ts';

type ParameterValues = ReadonlyMap<string, unknown>;

export interface FieldMapperParts {
  readonly name: string;
  readonly path: string;
  readonly type: FieldType;
  /** Only those that were given. */
  readonly values: ParameterValues;
  /** Multi-fields by simple name. */
  readonly fields: ReadonlyMap<string, FieldMapper>;
  readonly copyTo: readonly string[];
  readonly context: ParameterContext;
}

/** One leaf of the mapping with its multi-fields: what the parser asks for each value. Immutable. */
export class FieldMapper {
  readonly kind = 'field';
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly fieldType: FieldType;
  readonly mapped: MappedField;
  readonly copyTo: readonly string[];
  readonly multiFields: readonly FieldMapper[];
  /** What takes each value too: see `FieldType.beside`. */
  readonly beside: FieldMapper | undefined;
  /** Nothing of it is kept beside _source: neither indexed nor a column. */
  readonly skipped: boolean;
  readonly ignoreAbove: number;
  readonly ignoreMalformed: boolean;
  readonly coerce: boolean;
  readonly nullValue: unknown;
  readonly dateFormat: DateFormat | undefined;
  readonly normalizer: Analyzer | undefined;
  readonly #parts: FieldMapperParts;

  constructor(parts: FieldMapperParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.path = parts.path;
    this.type = parts.type.name;
    this.fieldType = parts.type;
    this.copyTo = parts.copyTo;
    this.ignoreAbove = (this.value('ignore_above') as number | undefined) ?? 0x7fffffff;
    this.ignoreMalformed = this.value('ignore_malformed') === true;
    this.coerce = this.value('coerce') !== false;
    this.nullValue = this.value('null_value') ?? null;
    const format = this.value('format') as string | undefined;
    this.dateFormat = format === undefined ? undefined : dateFormat(format);
    this.multiFields = [...parts.fields.values(), ...this.#derived()];
    this.beside = this.#beside();
    this.mapped = Object.freeze(this.#mappedField());
    this.normalizer = this.mapped.normalizer;
    this.skipped = !isNoted(this.mapped) && this.multiFields.length === 0;
  }

  /** The value of a parameter, or its default; undefined where the type has no such parameter. */
  value(name: string): unknown {
    const given = this.#parts.values.get(name);
    return given !== undefined
      ? given
      : this.fieldType.parameters.find((known) => known.name === name)?.otherwise;
  }

  /** What is stored of a value of a document; of null only where there is a `null_value`. Throws as `FieldType.parse`. */
  stored(given: unknown, source: ValueSource): FieldValue | undefined {
    if (given !== null) return this.fieldType.parse(this, given, source);
    if (this.fieldType.storesNull === true) return this.nullValue as FieldValue;
    return this.fieldType.parse(this, this.nullValue, source);
  }

  /** The JSON of GET _mapping for this field. */
  toJson(): Record<string, unknown> {
    const json: Record<string, unknown> = dictionary({ type: this.type });
    const { fieldsBefore } = this.fieldType;
    for (const parameter of this.fieldType.parameters) {
      if (parameter.name === fieldsBefore) this.#printFields(json);
      this.#printParameter(parameter, json);
    }
    if (fieldsBefore === undefined) this.#printFields(json);
    return json;
  }

  /** This field changed by another definition of the same field; throws where the two do not fit. */
  merge(update: FieldMapper): FieldMapper {
    if (this.fieldType.isAlias === true && update.fieldType.isAlias !== true) {
      throw mergedAlias(this.path);
    }
    if (update.type !== this.type) {
      const other = update.fieldType.isAlias === true ? 'FieldAliasMapper' : update.type;
      throw illegalArgument(`mapper [${this.path}] cannot be changed from type [${this.type}] to [${other}]`);
    }
    if (this.fieldType.isAlias === true) return update.value('path') === this.value('path') ? this : update;
    const refused = this.fieldType.conflicts?.(this, update) ?? [];
    if (refused.length > 0) throw illegalArgument(conflicting(this.path, refused));
    const conflicts: string[] = [];
    const differing: string[] = [];
    for (const parameter of this.fieldType.parameters) {
      const before = this.value(parameter.name) ?? null;
      const after = update.value(parameter.name) ?? null;
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      if (parameter.updatable === true || (parameter.updatable === 'only-off' && after === false)) continue;
      differing.push(parameter.name);
      const { name, told = shown } = parameter;
      conflicts.push(`\tCannot update parameter [${name}] from [${told(before)}] to [${told(after)}]`);
    }
    if (conflicts.length > 0 && this.fieldType.isOfOldForm === true) throw conflictOf(this.path, differing);
    if (conflicts.length > 0) {
      throw illegalArgument(
        `Mapper for [${this.path}] conflicts with existing mapper:\n${conflicts.join('\n')}`,
      );
    }
    const fields = new Map(this.#parts.fields);
    for (const [name, field] of update.#parts.fields)
      fields.set(name, fields.get(name)?.merge(field) ?? field);
    const { values } = update.#parts;
    const kept = this.fieldType.isOfOldForm === true ? new Map([...this.#parts.values, ...values]) : values;
    const merged = new FieldMapper({ ...update.#parts, values: kept, fields });
    return JSON.stringify(merged.toJson()) === JSON.stringify(this.toJson()) ? this : merged;
  }

  /** The same with those multi-fields alone that are seen, and copied to those fields alone. */
  seenBy(view: FieldView): FieldMapper {
    const fields = new Map([...this.#parts.fields].filter(([, field]) => view.sees(field.path)));
    const copyTo = this.copyTo.filter((target) => view.sees(target));
    if (fields.size === this.#parts.fields.size && copyTo.length === this.copyTo.length) return this;
    return new FieldMapper({ ...this.#parts, fields, copyTo });
  }

  /** The field as it is seen where its values are masked, with those of its multi-fields that can be. */
  masked(isMasked: (field: FieldMapper) => boolean): FieldMapper {
    const fields = new Map(
      [...this.#parts.fields]
        .filter(([, field]) => isMasked(field))
        .map(([name, field]) => [name, field.masked(isMasked)]),
    );
    const values = new Map(Object.entries(this.fieldType.masked!));
    const docValues = this.#parts.values.get('doc_values');
    if (docValues !== undefined) values.set('doc_values', docValues);
    return new FieldMapper({ ...this.#parts, values, fields, copyTo: [] });
  }

  #beside(): FieldMapper | undefined {
    const { values, context } = this.#parts;
    if (this.fieldType.beside === undefined) return undefined;
    const [end, type] = this.fieldType.beside;
    const path = this.path + end;
    return new FieldMapper({ name: path, path, type, values, fields: new Map(), copyTo: [], context });
  }

  #derived(): FieldMapper[] {
    const { context } = this.#parts;
    // What is stored is stored of the field itself alone.
    const values = new Map([...this.#parts.values].filter(([name]) => name !== 'store'));
    const derived = this.fieldType.derived?.(this) ?? [];
    return derived.map(([name, type]) => {
      const path = name.startsWith('#') ? `${this.path}${name}` : `${this.path}.${name}`;
      return new FieldMapper({ name, path, type, values, fields: new Map(), copyTo: [], context });
    });
  }

  #printParameter(parameter: Parameter, json: Record<string, unknown>): void {
    const value = this.#parts.values.get(parameter.name);
    const name = parameter.name;
    if (name === 'analyzer') {
      const needed =
        this.#parts.values.has('search_analyzer') && this.value('search_analyzer') !== this.value(name);
      if (needed || this.value(name) !== 'default') json[name] = this.value(name);
      return;
    }
    if (parameter.always === true) json[name] = this.value(name);
    if (value === undefined) return;
    if (name === 'search_analyzer' && value === this.value('analyzer')) return;
    if (
      name === 'search_quote_analyzer' &&
      value === (this.value('search_analyzer') ?? this.value('analyzer'))
    )
      return;
    const printed = parameter.print(value);
    if (printed === undefined || (!parameter.explicit && printed === parameter.otherwise)) return;
    json[name] = printed;
  }

  #printFields(json: Record<string, unknown>): void {
    if (this.#parts.fields.size > 0) {
      const sorted = [...this.#parts.fields].sort(([a], [b]) => (a < b ? -1 : 1));
      json.fields = Object.fromEntries(sorted.map(([name, field]) => [name, field.toJson()]));
    }
    if (this.copyTo.length > 0) json.copy_to = [...this.copyTo];
  }

  /** How it scores, where it has words. */
  get similarity(): Similarity {
    return this.#parts.context.similarities.of(this.value('similarity'));
  }

  #mappedField(): MappedField {
    const { storage } = this.fieldType;
    const mapped = {
      name: this.path,
      type: this.type,
      fieldType: this.fieldType,
      storage,
      indexed: this.value('index') !== false,
      docValues: this.value('doc_values') !== false,
      norms: false,
      indexOptions: 'docs',
      positionIncrementGap: 0,
      boost: (this.value('boost') as number | undefined) ?? 1,
      definition: this.toJson(),
      ...this.fieldType.mapped?.(this, this.#parts.context.registry),
    } as const;
    const isPresent = this.value('store') === true && storage !== 'text' && !isNoted(mapped);
    return isPresent ? { ...mapped, onlyPresent: true } : mapped;
  }
}

/** In the order in which OpenSearch compares them. */
function conflictOf(path: string, differing: readonly string[]): Error {
  const order = ['store', 'doc_values'].filter((name) => differing.includes(name));
  const what = order.map((name) => `mapper [${path}] has different [${name}] values`).join(', ');
  return illegalArgument(conflicting(path, [what]));
}

function conflicting(path: string, conflicts: readonly string[]): string {
  return `Mapper for [${path}] conflicts with existing mapping:\n[${conflicts.join(', ')}]`;
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** Why an alias cannot become something else. */
export function mergedAlias(path: string): ApiError {
  const rest = 'with a mapping that is not for a field alias.';
  return illegalArgument(`Cannot merge a field alias mapping [${path}] ${rest}`);
}
