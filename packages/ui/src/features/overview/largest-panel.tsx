import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Meter } from '../../components/meter.tsx';
import { Panel } from '../../components/panel.tsx';
import { PlainTable } from '../../components/plain-table.tsx';
import { indexListQuery } from '../../lib/cluster-queries.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import styles from './overview-screen.module.css';

const shown = 8;

export function LargestPanel() {
  const { t, language } = useMessages();
  const query = useQuery(indexListQuery(false));
  const columns = [
    { title: t('column.name') },
    { title: t('column.docs'), numeric: true },
    { title: t('column.size'), numeric: true },
  ];
  return (
    <Panel
      title={t('overview.largest')}
      query={query}
      aside={
        <Link to="/indices" search={{ sort: 'size:desc' }} className={styles.muted}>
          {t('overview.allIndices')}
        </Link>
      }
    >
      {(rows) => {
        const total = rows.reduce((sum, row) => sum + (row.size ?? 0), 0);
        const largest = rows.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0)).slice(0, shown);
        if (largest.length === 0) return <p className={styles.muted}>{t('overview.noIndices')}</p>;
        return (
          <PlainTable
            label={t('overview.largest')}
            columns={columns}
            rows={largest.map((row) => ({
              key: row.name,
              cells: [
                <Link key="name" to="/indices" search={{ index: row.name, sort: 'size:desc' }}>
                  {row.name}
                </Link>,
                formatCount(row.docs, language),
                <span key="size">
                  {formatBytes(row.size)}
                  <Meter
                    share={total === 0 ? 0 : (row.size ?? 0) / total}
                    label={t('overview.shareOfAll')}
                    warnFrom={2}
                  />
                </span>,
              ],
            }))}
          />
        );
      }}
    </Panel>
  );
}
