import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SquareTerminal, Trash2 } from 'lucide-react';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Drawer } from '../../components/drawer.tsx';
import { Problem } from '../../components/problem.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { ask } from '../../lib/client.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import type { IndexRow } from '../../lib/index-list.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import { shapeAt } from '../../lib/shape.ts';
import { fieldLines } from './field-lines.ts';
import styles from './index-drawer.module.css';

export interface IndexDrawerProps {
  readonly name: string;
  /** The line of the table; absent where the list does not hold the index (any more). */
  readonly row: IndexRow | undefined;
  readonly onClose: () => void;
  readonly onDelete: (row: IndexRow) => void;
}

function indexQuery(name: string) {
  return queryOptions({
    queryKey: ['index', name],
    queryFn: ({ signal }) => ask({ method: 'GET', path: `/${encodeURIComponent(name)}`, signal }),
  });
}

export function IndexDrawer({ name, row, onClose, onDelete }: IndexDrawerProps) {
  const { t } = useMessages();
  const query = useQuery(indexQuery(name));
  const search = `GET /${name}/_search\n{\n  "query": {\n    "match_all": {}\n  }\n}`;
  return (
    <Drawer
      title={name}
      onClose={onClose}
      actions={
        <>
          <Link to="/console" search={{ request: search }} className={styles.action}>
            <SquareTerminal aria-hidden />
            {t('index.searchConsole')}
          </Link>
          {row !== undefined && (
            <Button icon={<Trash2 aria-hidden />} onClick={() => onDelete(row)}>
              {t('delete.open', { count: 1 })}
            </Button>
          )}
        </>
      }
    >
      {row !== undefined && <Figures row={row} />}
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && <Definition definition={shapeAt(query.data, name)} />}
    </Drawer>
  );
}

function Figures({ row }: { readonly row: IndexRow }) {
  const { t, language } = useMessages();
  return (
    <dl className={styles.figures}>
      <dt>{t('column.health')}</dt>
      <dd>
        <StatusMark status={row.health} word="shown" />
      </dd>
      <dt>{t('column.docs')}</dt>
      <dd>{formatCount(row.docs, language)}</dd>
      <dt>{t('column.deleted')}</dt>
      <dd>{formatCount(row.deleted, language)}</dd>
      <dt>{t('column.size')}</dt>
      <dd>{formatBytes(row.size)}</dd>
      <dt>{t('column.shards')}</dt>
      <dd>{t('index.shardsHint', { primaries: row.primaries, replicas: row.replicas })}</dd>
      <dt>{t('column.created')}</dt>
      <dd>
        <Ago atMs={row.createdAt} />
      </dd>
    </dl>
  );
}

/** Fields with their types, then the whole definition as it was answered. */
function Definition({ definition }: { readonly definition: Readonly<Record<string, unknown>> }) {
  const { t } = useMessages();
  const fields = fieldLines(shapeAt(definition, 'mappings'));
  const aliases = Object.keys(shapeAt(definition, 'aliases'));
  const json = JSON.stringify(definition, null, 2);
  return (
    <>
      {aliases.length > 0 && (
        <section className={styles.section}>
          <h3>{t('index.aliases')}</h3>
          <p>{aliases.join(', ')}</p>
        </section>
      )}
      <section className={styles.section}>
        <h3>{t('index.fields', { count: fields.length })}</h3>
        {fields.length === 0 ? (
          <p className={styles.muted}>{t('index.noFields')}</p>
        ) : (
          <ul className={styles.fields}>
            {fields.map((field) => (
              <li key={field.path}>
                <code>{field.path}</code>
                <span>{field.type}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.section}>
        <div className={styles.split}>
          <h3>{t('index.definition')}</h3>
          <CopyButton label={t('copy.copy')} text={() => json} />
        </div>
        <textarea
          className={styles.json}
          readOnly
          rows={16}
          aria-label={t('index.definition')}
          value={json}
        />
      </section>
    </>
  );
}
