import { ApiError, apiError } from '@sextant/contract';
import { checkExpression } from '@sextant/engine';
import { causeOf } from '../error-body.ts';
import { compileTemplate } from '../search-templates/compile-template.ts';
import { scriptContexts } from './script-contexts.ts';
import type { StoredScript } from './stored-script.ts';

/** What compiles the scripts of a language, for one context. */
type CheckSource = (script: StoredScript, context: string) => Promise<void>;

const languages: ReadonlyMap<string, CheckSource> = new Map([
  ['mustache', checkTemplate],
  ['painless', async () => {}],
  ['expression', async ({ source }, context) => checkExpression(source, context)],
]);

/** Throws ApiError where no script of this language can be kept. */
export function checkLanguage(lang: string): void {
  if (languages.has(lang)) return;
  throw apiError('illegal_argument_exception', `unable to put stored script with unsupported lang [${lang}]`);
}

/** Compiles a script for the context that is named, as it will be used there. Throws ApiError. */
export async function checkScript(id: string, script: StoredScript, context: string): Promise<void> {
  try {
    if (!scriptContexts.has(context))
      throw apiError('illegal_argument_exception', `Unknown context [${context}]`);
    await languages.get(script.lang)?.(script, context);
  } catch (error) {
    const cause = causeOf(error);
    if (cause.type === 'script_exception') throw error;
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason: `failed to parse/compile stored script [${id}]`,
      causedBy: cause,
    });
  }
}

async function checkTemplate({ source }: StoredScript, context: string): Promise<void> {
  if (context === 'template') await compileTemplate(source);
  else {
    const reason = `mustache engine does not know how to handle context [${context}]`;
    throw apiError('illegal_argument_exception', reason);
  }
}
