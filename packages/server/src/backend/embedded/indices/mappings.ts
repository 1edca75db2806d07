import { apiError, dictionary, isObject, type JsonMap, wildcardTest } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { checkBlocks } from '../../../cluster/blocks.ts';
import {
  hasWildcard,
  indexNotFound,
  resolveIndices,
  splitNames,
  writeIndex,
} from '../../../cluster/index-names.ts';
import { changedIndices, indicesOptions, metadataIndices } from '../../../cluster/indices-options.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { warnOfMapping } from '../deprecations/deprecated-index.ts';
import { asSeen } from '../document/visible-documents.ts';
import { checkRequestBlocks } from '../request-blocks.ts';
import { readMappings, refuseTypes } from './create-index.ts';
import { derivedWithDefaults, withDefaults } from './field-defaults.ts';
import { resolvedNames } from './resolve.ts';
import { systemFields } from './system-fields.ts';

export const getMapping: Handler<'indices.get_mapping'> = async (context, request) => {
  refuseTypes(request);
  const indices = resolvedNames(context, request, metadataIndices);
  checkBlocks(indices, 'metadata_read');
  return ok(
    Object.fromEntries(
      indices.map((index) => [index.name, { mappings: asSeen(context, request, index).mappings as JsonMap }]),
    ),
  );
};

export const putMapping: Handler<'indices.put_mapping'> = async (context, request) => {
  refuseTypes(request);
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  const body: unknown = await request.body.json('script-doubles');
  if (!isObject(body)) {
    throw apiError(
      'not_x_content_exception',
      'Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes',
    );
  }
  if (isObject(body._doc) && !request.dialect.documentType) {
    throw apiError('illegal_argument_exception', 'Types cannot be provided in put mapping requests');
  }
  const mapping = readMappings(body, request);
  const indices = mappingTargets(context, request);
  checkRequestBlocks(context, request, indices, 'metadata_write', { named: true });
  await context.engine.updateMetadata(new Map(indices.map((index) => [index.name, { mapping }])));
  warnOfMapping(mapping, request.warn);
  return ok({ acknowledged: true });
};

function mappingTargets(
  context: EmbeddedContext,
  request: RequestOf<'indices.put_mapping'>,
): IndexMetadata[] {
  if (request.params.write_index_only !== true) return resolvedNames(context, request, changedIndices);
  const catalog = catalogOf(context, request);
  return request.indices.map((name) => {
    if (!hasWildcard([name])) {
      const target = writeIndex(catalog, name);
      if (target === undefined) throw indexNotFound(name);
      return target;
    }
    const [only, ...others] = resolveIndices(catalog, [name], indicesOptions(request.params, changedIndices));
    if (only === undefined) throw indexNotFound(name);
    if (others.length === 0) return only.index;
    const reason = `The index expression [${name}] and options provided did not point to a single write-index`;
    throw apiError('illegal_argument_exception', reason);
  });
}

/** Mappings of single fields, by full name and wildcards. */
export const getFieldMapping: Handler<'indices.get_field_mapping'> = async (context, request) => {
  refuseTypes(request);
  const complete = request.params.include_defaults === true ? withDefaults : (given: JsonMap) => given;
  const ofDerived =
    request.params.include_defaults === true ? derivedWithDefaults : (given: JsonMap) => given;
  // Closed ones have none to show, whoever names them.
  const indices = resolvedNames(context, request, metadataIndices).filter(({ state }) => state === 'open');
  checkBlocks(indices, 'metadata_read');
  const tests = splitNames(request.pathParams.fields).map(wildcardTest);
  const body: Record<string, JsonMap> = dictionary();
  for (const index of indices) {
    const mappings: Record<string, JsonMap> = dictionary();
    const seen = asSeen(context, request, index).mappings;
    // Before anything is mapped there is nothing to show, not even of these.
    const systemNames = Object.keys(seen).length === 0 ? [] : Object.keys(systemFields);
    for (const name of systemNames) {
      if (!tests.some((test) => test(name))) continue;
      const given = seen[name];
      mappings[name] = { full_name: name, mapping: isObject(given) ? { [name]: given as JsonMap } : {} };
    }
    for (const [name, definition] of Object.entries(isObject(seen.derived) ? seen.derived : {})) {
      if (tests.some((test) => test(name)))
        mappings[name] = { full_name: name, mapping: { [name]: ofDerived(definition as JsonMap) } };
    }
    for (const [fullName, leaf, definition] of fieldDefinitions(seen, '')) {
      if (!tests.some((test) => test(fullName))) continue;
      mappings[fullName] = { full_name: fullName, mapping: { [leaf]: complete(definition) } };
    }
    body[index.name] = { mappings };
  }
  return indices.length > 0 ? ok(body) : { kind: 'json', status: 404, body };
};

/** Leaf fields and multi-fields with their names in their object and their definitions. */
function* fieldDefinitions(
  node: Readonly<Record<string, unknown>>,
  prefix: string,
): Generator<[fullName: string, leaf: string, definition: JsonMap]> {
  for (const group of ['properties', 'fields']) {
    const members = node[group];
    if (!isObject(members)) continue;
    for (const [name, definition] of Object.entries(members)) {
      if (!isObject(definition)) continue;
      const fullName = prefix + name;
      const isLeaf = definition.type !== 'object' && definition.type !== 'nested';
      if (isLeaf && !isObject(definition.properties)) {
        yield [fullName, name, definition as JsonMap];
      }
      yield* fieldDefinitions(definition, `${fullName}.`);
      if (definition.type !== 'join' || !isObject(definition.relations)) continue;
      for (const parent of Object.keys(definition.relations))
        yield [`${fullName}#${parent}`, `${name}#${parent}`, { type: 'parent' }];
    }
  }
}
