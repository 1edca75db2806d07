import { useQuery } from '@tanstack/react-query';
import { Meter } from '../../components/meter.tsx';
import { Panel } from '../../components/panel.tsx';
import { PlainTable } from '../../components/plain-table.tsx';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import type { NodeFigures } from './cluster-figures.ts';
import { nodeFiguresQuery } from './overview-queries.ts';

export function NodesPanel() {
  const { t } = useMessages();
  const query = useQuery(nodeFiguresQuery);
  const columns = [
    { title: t('nodes.name') },
    { title: t('nodes.cpu'), numeric: true },
    { title: t('nodes.heap'), numeric: true },
    { title: t('nodes.disk'), numeric: true },
    { title: t('nodes.uptime'), numeric: true },
  ];
  return (
    <Panel title={t('nodes.title')} query={query}>
      {(nodes) => (
        <PlainTable
          label={t('nodes.title')}
          columns={columns}
          rows={nodes.map((node) => ({
            key: node.id,
            cells: [
              node.name,
              node.cpuPercent === undefined || node.cpuPercent < 0 ? '–' : `${node.cpuPercent} %`,
              <Memory key="memory" node={node} />,
              <Disk key="disk" node={node} />,
              formatDuration(node.uptime),
            ],
          }))}
        />
      )}
    </Panel>
  );
}

/** What the process holds where the service says so, else its heap. */
function Memory({ node }: { readonly node: NodeFigures }) {
  const { t } = useMessages();
  const { heapUsed, heapMax, resident } = node;
  const shown = resident ?? heapUsed;
  if (shown === undefined) return <>–</>;
  const heap = { used: formatBytes(heapUsed), max: formatBytes(heapMax) };
  return (
    <span title={t('nodes.heapOf', heap)}>
      {formatBytes(shown)}
      {resident === undefined && heapUsed !== undefined && heapMax !== undefined && heapMax > 0 && (
        <Meter share={heapUsed / heapMax} label={t('nodes.heap')} />
      )}
    </span>
  );
}

function Disk({ node }: { readonly node: NodeFigures }) {
  const { t } = useMessages();
  const { diskFree, diskTotal } = node;
  if (diskFree === undefined || diskTotal === undefined || diskTotal <= 0) return <>–</>;
  return (
    <span title={t('nodes.diskOf', { total: formatBytes(diskTotal) })}>
      {formatBytes(diskFree)}
      <Meter share={1 - diskFree / diskTotal} label={t('nodes.diskUsed')} />
    </span>
  );
}
