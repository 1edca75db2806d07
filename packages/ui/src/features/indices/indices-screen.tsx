import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Problem } from '../../components/problem.tsx';
import { Table } from '../../components/table.tsx';
import { indexListQuery } from '../../lib/cluster-queries.ts';
import { formatBytes } from '../../lib/format.ts';
import type { IndexRow } from '../../lib/index-list.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import { CreateDialog } from './create-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { indexColumns } from './index-columns.tsx';
import { IndexDrawer } from './index-drawer.tsx';
import { parseIndexFilter } from './index-filter.ts';
import { nextSort, parseSort, sortIndices, sortText } from './index-sort.ts';
import styles from './indices-screen.module.css';
import type { IndicesSearch, IndicesSearchChange } from './indices-search.ts';
import { NoIndices } from './no-indices.tsx';

export interface IndicesScreenProps {
  readonly search: IndicesSearch;
  readonly onSearch: (change: IndicesSearchChange) => void;
}

export function IndicesScreen({ search, onSearch }: IndicesScreenProps) {
  const { t, language } = useMessages();
  const query = useQuery(indexListQuery(search.hidden === true));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [doomed, setDoomed] = useState<readonly IndexRow[]>();
  const { data: all, error } = query;
  const columns = useMemo(() => indexColumns(t, language), [t, language]);
  const sort = parseSort(search.sort);
  const filter = useMemo(() => parseIndexFilter(search.filter ?? '', Date.now()), [search.filter]);
  const rows = useMemo(
    () => sortIndices((all ?? []).filter(filter.matches), parseSort(search.sort)),
    [all, filter, search.sort],
  );
  const chosen = rows.filter((row) => selected.has(row.name));
  const opened = all?.find((row) => row.name === search.index);
  const onDeleted = () => {
    setDoomed(undefined);
    setSelected(new Set());
    onSearch({ index: undefined });
  };
  return (
    <div className={styles.screen}>
      <div className={styles.list}>
        <PageHead
          title={t('screen.indices')}
          note={all !== undefined && <Totals rows={rows} total={all.length} />}
          actions={
            <>
              {chosen.length > 0 && (
                <Button icon={<Trash2 aria-hidden />} onClick={() => setDoomed(chosen)}>
                  {t('delete.submit', { count: chosen.length })}
                </Button>
              )}
              <Button kind="accent" icon={<Plus aria-hidden />} onClick={() => onSearch({ create: true })}>
                {t('create.open')}
              </Button>
            </>
          }
        />
        <FilterBar search={search} onSearch={onSearch} problem={filter.problem} />
        {error !== null && (
          <div className={styles.problem}>
            <Problem error={error} onRetry={() => void query.refetch()} />
          </div>
        )}
        {all?.length === 0 && error === null ? (
          <NoIndices onCreate={() => onSearch({ create: true })} />
        ) : (
          <Table
            label={t('screen.indices')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.name}
            sort={sort}
            onSort={(by) => onSearch({ sort: sortText(nextSort(sort, by)) })}
            onOpen={(row) => onSearch({ index: row.name })}
            opened={search.index}
            selection={{
              keys: new Set(chosen.map((row) => row.name)),
              change: setSelected,
              labelOf: (name) => t('index.select', { name }),
              allLabel: t('index.selectAll'),
            }}
          />
        )}
        {all !== undefined && all.length > 0 && rows.length === 0 && (
          <p className={styles.none}>{t('filter.none')}</p>
        )}
      </div>
      {search.index !== undefined && (
        <IndexDrawer
          key={search.index}
          name={search.index}
          row={opened}
          onClose={() => onSearch({ index: undefined })}
          onDelete={(row) => setDoomed([row])}
        />
      )}
      {search.create === true && (
        <CreateDialog
          onClose={() => onSearch({ create: undefined })}
          onCreated={(name) => onSearch({ create: undefined, index: name })}
        />
      )}
      {doomed !== undefined && (
        <DeleteDialog rows={doomed} onClose={() => setDoomed(undefined)} onDeleted={onDeleted} />
      )}
    </div>
  );
}

/** What the filter leaves, counted and added up. */
function Totals({ rows, total }: { readonly rows: readonly IndexRow[]; readonly total: number }) {
  const { t } = useMessages();
  const docs = rows.reduce((sum, row) => sum + (row.docs ?? 0), 0);
  const size = formatBytes(rows.reduce((sum, row) => sum + (row.size ?? 0), 0));
  const values = { count: rows.length, total, docs, size };
  return <>{t(rows.length === total ? 'index.totals' : 'index.totalsFiltered', values)}</>;
}
