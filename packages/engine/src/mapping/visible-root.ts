import type { FieldMapper } from './field-mapper.ts';
import type { FieldView } from './field-view.ts';
import type { Mapper, ObjectMapper } from './object-mapper.ts';

/** What is needed of a mapping. */
interface WholeMapping {
  readonly root: ObjectMapper;
  mapper(name: string): FieldMapper | undefined;
  mappers(): Iterable<FieldMapper>;
}

/**
 * The tree of a mapping without the fields that are hidden. Of those that are masked there is what can be seen masked: texts that
 * are in documents alone, and keywords that are not indexed. Hidden with them is what holds their values too: a field that they are
 * copied to, an alias of theirs, a completion that takes a context from one, and an object kept as one field of which a part
 * is hidden.
 */
export function visibleRoot(mapping: WholeMapping, view: FieldView): ObjectMapper {
  const tainted = new Set<string>();
  for (const { path, copyTo } of mapping.mappers()) {
    // What is copied from a masked field is not masked there.
    if (!view.sees(path)) for (const target of copyTo) tainted.add(target);
  }
  const isSeen = (path: string): boolean => {
    const mapper = mapping.mapper(path);
    if (mapper === undefined || !view.sees(path) || tainted.has(path)) return false;
    return mapper.fieldType.leaf === undefined || !view.mayHideBelow(path);
  };
  const keeps = (mapper: FieldMapper): boolean => {
    if (!isSeen(mapper.path)) return false;
    if (mapper.fieldType.isAlias === true) return leads(String(mapper.value('path')));
    const contexts = mapper.mapped.completion?.contexts ?? [];
    return contexts.every(({ path }) => path === null || isSeen(path));
  };
  /** To a field that is there: a multi-field goes with the one that it belongs to. */
  const leads = (path: string): boolean => {
    for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
      const owner = mapping.mapper(path.slice(0, dot));
      if (owner !== undefined && !keeps(owner)) return false;
    }
    const field = mapping.mapper(path);
    return field !== undefined && keeps(field);
  };
  const isMasked = ({ path, fieldType }: FieldMapper): boolean =>
    fieldType.masked !== undefined && !tainted.has(path) && view.maskOf(path) !== undefined;
  const shown = (mapper: FieldMapper): FieldMapper | undefined => {
    if (isMasked(mapper)) return mapper.masked(isMasked);
    return keeps(mapper) ? mapper.seenBy(view) : undefined;
  };
  return visibleObject(mapping.root, view, shown);
}

function visibleObject(
  object: ObjectMapper,
  view: FieldView,
  shown: (mapper: FieldMapper) => FieldMapper | undefined,
): ObjectMapper {
  const children = new Map<string, Mapper>();
  for (const [name, child] of object.children) {
    if (child.kind === 'field') {
      const field = shown(child);
      if (field !== undefined) children.set(name, field);
      continue;
    }
    const inner = visibleObject(child, view, shown);
    if (inner.children.size > 0 || view.sees(child.path)) children.set(name, inner);
  }
  return object.with(children);
}
