import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../components/panel.tsx';
import { type Identity, identityQuery } from '../../lib/cluster-queries.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import { clusterFiguresQuery } from './overview-queries.ts';
import styles from './overview-screen.module.css';

export function FiguresPanel() {
  const { t, language } = useMessages();
  const query = useQuery(clusterFiguresQuery);
  const identity = useQuery(identityQuery).data;
  const speaks = ({ interfaceVersion, product }: Identity) =>
    interfaceVersion === undefined ? product : t('overview.speaks', { version: interfaceVersion });
  return (
    <Panel title={t('overview.figures')} query={query} height={56}>
      {(figures) => (
        <dl className={styles.figures}>
          <div>
            <dt>{t('overview.indices')}</dt>
            <dd>{formatCount(figures.indices, language)}</dd>
          </div>
          <div>
            <dt>{t('overview.docs')}</dt>
            <dd>
              {formatCount(figures.docs, language)}
              {figures.deleted !== undefined && figures.deleted > 0 && (
                <small>{t('overview.deleted', { docs: formatCount(figures.deleted, language) })}</small>
              )}
            </dd>
          </div>
          <div>
            <dt>{t('overview.size')}</dt>
            <dd>{formatBytes(figures.size)}</dd>
          </div>
          <div>
            <dt>{t('overview.shards')}</dt>
            <dd>
              {formatCount(figures.shards ?? 0, language)}
              {figures.primaries !== undefined && figures.primaries !== figures.shards && (
                <small>{t('overview.primaries', { count: formatCount(figures.primaries, language) })}</small>
              )}
            </dd>
          </div>
          <div>
            <dt>{t('overview.version')}</dt>
            <dd>
              {identity?.version || '–'}
              {identity !== undefined && <small>{speaks(identity)}</small>}
            </dd>
          </div>
        </dl>
      )}
    </Panel>
  );
}
