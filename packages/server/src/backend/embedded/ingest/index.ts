import type { Handlers } from '../context.ts';
import { deletePipeline, getPipeline, grokProcessorPatterns, putPipeline } from './pipeline-handlers.ts';
import { simulatePipeline } from './simulate.ts';

export const ingestHandlers: Handlers<'ingest'> = {
  'ingest.put_pipeline': putPipeline,
  'ingest.get_pipeline': getPipeline,
  'ingest.delete_pipeline': deletePipeline,
  'ingest.processor_grok': grokProcessorPatterns,
  'ingest.simulate': simulatePipeline,
};
