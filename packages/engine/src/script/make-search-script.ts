import type { ScriptContext } from './compile/scope.ts';
import { ExpressionSearchScript } from './expression/expression-search-script.ts';
import { PainlessSearchScript } from './painless-search-script.ts';
import { languageFor } from './script-language.ts';
import type { ScriptSpec } from './script-spec.ts';
import type { ScriptPlace, SearchScript } from './search-script.ts';

/** A script of a search, whatever its language. Throws ApiError: `script_exception` where it cannot be compiled. */
export function searchScript(spec: ScriptSpec, context: ScriptContext, place: ScriptPlace): SearchScript {
  return languageFor(spec, context.name, place.budget) === 'expression'
    ? new ExpressionSearchScript(spec, context.name, place)
    : new PainlessSearchScript(spec, context, place);
}
