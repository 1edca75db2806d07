import { strictBoolean } from '../boolean-value.ts';
import { mapperParsing } from '../errors.ts';
import type { FieldType } from '../field-type.ts';
import { choice, type Parameter, parameter } from '../parameters.ts';
import { checkFielddata, text } from './text.ts';

/** A parameter of texts that this type has not: only `false` is taken. */
function refused(name: string, reason: string): Parameter {
  return parameter(name, false, (value) => {
    if (strictBoolean(value) === true) throw mapperParsing(reason);
    return false;
  });
}

const WITHOUT_PREFIXES =
  'Index prefixes cannot be enabled on for match_only_text field. Use text field instead';

const own: readonly Parameter[] = [
  choice('index_options', 'docs', ['docs']),
  refused('norms', 'Norms cannot be enabled on for match_only_text field'),
  refused(
    'index_phrases',
    'Index phrases cannot be enabled on for match_only_text field. Use text field instead',
  ),
  parameter('index_prefixes', undefined, () => {
    throw mapperParsing(WITHOUT_PREFIXES);
  }),
];

function parametersOf(): readonly Parameter[] {
  const byName = new Map(own.map((each) => [each.name, each]));
  const known = text.parameters.map((each) => byName.get(each.name) ?? each);
  return [...known, ...own.filter((each) => !known.includes(each))];
}

/**
 * Text that is only looked for: every match scores alike, and no norms are kept. OpenSearch keeps no positions either and
 * reads the documents for phrases; here positions are kept.
 */
export const matchOnlyText: FieldType = {
  ...text,
  name: 'match_only_text',
  parameters: parametersOf(),
  check: checkFielddata,
  mapped: (mapper, registry) => ({
    ...text.mapped!(mapper, registry),
    norms: false,
    indexOptions: 'positions',
    constantScore: true,
  }),
};
