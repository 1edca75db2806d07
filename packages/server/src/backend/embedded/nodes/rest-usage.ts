import { table } from '@sextant/contract';

/** OpenSearch's names of what it counts, where they do not follow from the row's. */
const actions: Readonly<Record<string, string>> = table({
  create: 'document_create_action',
  delete: 'document_delete_action',
  get: 'document_get_action',
  get_source: 'document_get_source_action',
  index: 'document_index_action',
  index_auto_id: 'document_create_action_auto_id',
  delete_script: 'delete_stored_script_action',
  get_script: 'get_stored_scripts_action',
  get_script_context: 'script_context_action',
  get_script_languages: 'script_language_action',
  mget: 'document_mget_action',
  msearch_template: 'multi_search_template_action',
  put_script: 'put_stored_script_action',
  scripts_painless_execute: '_scripts_painless_execute',
  update: 'document_update_action',
  'cluster.delete_voting_config_exclusions': 'clear_voting_config_exclusions_action',
  'cluster.get_settings': 'cluster_get_settings_action',
  'cluster.pending_tasks': 'pending_cluster_tasks_action',
  'cluster.post_voting_config_exclusions': 'add_voting_config_exclusions_action',
  'cluster.put_settings': 'cluster_update_settings_action',
  'cluster.remote_info': 'remote_cluster_info_action',
  'indices.analyze': 'analyze_action',
  'indices.clear_cache': 'clear_indices_cache_action',
  'indices.close': 'close_index_action',
  'indices.create': 'create_index_action',
  'indices.delete': 'delete_index_action',
  'indices.delete_alias': 'index_delete_aliases_action',
  'indices.exists_alias': 'get_aliases_action',
  'indices.flush': 'flush_action',
  'indices.forcemerge': 'force_merge_action',
  'indices.get': 'get_indices_action',
  'indices.get_alias': 'get_aliases_action',
  'indices.get_field_mapping': 'get_field_mapping_action',
  'indices.get_mapping': 'get_mapping_action',
  'indices.get_settings': 'get_settings_action',
  'indices.open': 'open_index_action',
  'indices.put_alias': 'index_put_alias_action',
  'indices.put_mapping': 'put_mapping_action',
  'indices.put_settings': 'update_settings_action',
  'indices.recovery': 'recovery_action',
  'indices.refresh': 'refresh_action',
  'indices.resolve_index': 'resolve_index_action',
  'indices.segments': 'indices_segments_action',
  'indices.stats': 'indices_stats_action',
  'indices.update_aliases': 'indices_aliases_action',
  'indices.validate_query': 'validate_query_action',
  'nodes.reload_secure_settings': 'nodes_reload_action',
});

/** How often requests of each row were made. */
export class RestUsage {
  readonly sinceMs: number;
  readonly #counts = new Map<string, number>();

  constructor(sinceMs: number) {
    this.sinceMs = sinceMs;
  }

  count(row: string): void {
    this.#counts.set(row, (this.#counts.get(row) ?? 0) + 1);
  }

  /** By OpenSearch's names; several rows may share one. */
  figures(): Readonly<Record<string, number>> {
    const figures = new Map<string, number>();
    for (const [row, count] of this.#counts) {
      const action = actions[row] ?? `${row.replaceAll('.', '_')}_action`;
      figures.set(action, (figures.get(action) ?? 0) + count);
    }
    return Object.fromEntries(figures);
  }
}
