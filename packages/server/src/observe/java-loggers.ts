/** How OpenSearch's loggers begin, which are called as its classes are. */
const javaPackage = /^org\.(?:opensearch|elasticsearch|easysearch)(?:\.|$)/;
/** The name of a class at the end: what it logs is told by its package here. */
const className = /(?:^|\.)[A-Z]\w*(?:\$\w+)?$/;

/** Parts of the service, and the packages of OpenSearch whose loggers tell the same there. */
const packagesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['account', ['security']],
  ['backend', ['transport']],
  ['cluster.disk', ['cluster.routing.allocation', 'monitor.fs']],
  ['cluster.settings', ['common.settings']],
  ['engine.search', ['search', 'threadpool']],
  ['engine.writer', ['index.engine', 'index.translog', 'threadpool']],
  ['http', ['rest', 'http']],
  ['index.create', ['cluster.metadata']],
  ['index.delete', ['cluster.metadata', 'indices']],
  ['index.flush', ['index.engine', 'index.translog']],
  ['index.merge', ['index.engine']],
  ['index.open', ['gateway', 'indices.recovery', 'indices']],
  ['index.refresh', ['index.engine']],
  ['index.settings', ['common.settings']],
  ['service', ['node', 'bootstrap', 'monitor']],
]);

/** The name of a logger without what only Java needs: `index.shard` for `org.opensearch.index.shard.IndexShard`. */
export function withoutJava(logger: string): string {
  return javaPackage.test(logger) ? logger.replace(javaPackage, '').replace(className, '') : logger;
}

/** All names by which a part of the service may be called, its own first. */
export function loggersOf(component: string): readonly string[] {
  for (let name = component; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const packages = packagesOf.get(name);
    if (packages !== undefined) return [component, ...packages];
  }
  return [component];
}
