import { apiError, type JsonMap } from '@sextant/contract';
import type { Section } from '../../../cluster/metadata/cluster-metadata.ts';
import type { BackendResponse } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';
import { entriesNamed } from '../kept-entries.ts';

interface Listed<T> {
  readonly kind: 'component' | 'index';
  readonly section: Section<T>;
  /** Absent: all are. */
  readonly name: string | undefined;
  readonly body: (template: T) => JsonMap;
}

/** The templates that are asked for. Throws ApiError where one is named that is not there. */
export function templateList<T>(
  context: EmbeddedContext,
  { kind, section, name, body }: Listed<T>,
): BackendResponse {
  const found = entriesNamed(context, section, [name ?? '*']);
  if (found.length === 0 && name !== undefined && !name.includes('*'))
    throw apiError('resource_not_found_exception', `${kind} template matching [${name}] not found`);
  const templates = found.map(([each, template]) => ({ name: each, [`${kind}_template`]: body(template) }));
  // Some name was asked for, and nothing is there.
  const status = found.length === 0 && name !== undefined ? 404 : 200;
  return { status, kind: 'json', body: { [`${kind}_templates`]: templates } };
}
