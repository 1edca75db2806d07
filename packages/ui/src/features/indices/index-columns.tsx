import { Ago } from '../../components/ago.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table-model.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import type { IndexRow } from '../../lib/index-list.ts';
import type { Language, Translate } from '../../lib/messages/messages.ts';
import styles from './indices-screen.module.css';

export function indexColumns(t: Translate, language: Language): readonly Column<IndexRow>[] {
  return [
    {
      id: 'health',
      title: t('column.health'),
      width: 88,
      hide: 'narrow',
      cell: (row) => <StatusMark status={row.health} word="shown" />,
    },
    {
      id: 'name',
      title: t('column.name'),
      cell: (row) => (
        <span className={styles.name} title={row.name}>
          <span className={styles.smallMark}>
            <StatusMark status={row.health} />
          </span>
          {row.name}
        </span>
      ),
    },
    {
      id: 'status',
      title: t('column.status'),
      width: 80,
      hide: 'medium',
      cell: (row) => (
        <span className={styles.muted}>{row.status === 'close' ? t('index.closed') : t('index.open')}</span>
      ),
    },
    {
      id: 'docs',
      title: t('column.docs'),
      width: 96,
      numeric: true,
      cell: (row) => formatCount(row.docs, language),
    },
    {
      id: 'deleted',
      title: t('column.deleted'),
      width: 96,
      numeric: true,
      hide: 'medium',
      cell: (row) => formatCount(row.deleted, language),
    },
    { id: 'size', title: t('column.size'), width: 80, numeric: true, cell: (row) => formatBytes(row.size) },
    {
      id: 'shards',
      title: t('column.shards'),
      width: 88,
      numeric: true,
      hide: 'narrow',
      cell: (row) => (
        <span title={t('index.shardsHint', { primaries: row.primaries, replicas: row.replicas })}>
          {row.primaries} × {1 + row.replicas}
        </span>
      ),
    },
    {
      id: 'created',
      title: t('column.created'),
      width: 124,
      numeric: true,
      hide: 'medium',
      cell: (row) => <Ago atMs={row.createdAt} />,
    },
  ];
}
