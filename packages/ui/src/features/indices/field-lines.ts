import { type Shape, shape, shapeAt, text } from '../../lib/shape.ts';

export interface FieldLine {
  /** Dotted from the root: `user.name`, `title.raw`. */
  readonly path: string;
  readonly type: string;
}

/** Every field of a mapping with its full path, multi-fields included, in the order of the mapping. */
export function fieldLines(mapping: Shape): readonly FieldLine[] {
  const lines: FieldLine[] = [];
  const walk = (properties: Shape, prefix: string) => {
    for (const [name, value] of Object.entries(properties)) {
      const field = shape(value);
      const path = prefix + name;
      const type = text(field, 'type', 'object');
      if (type !== 'object' || field.properties === undefined) lines.push({ path, type });
      walk(shapeAt(field, 'properties'), `${path}.`);
      walk(shapeAt(field, 'fields'), `${path}.`);
    }
  };
  walk(shapeAt(mapping, 'properties'), '');
  return lines;
}
