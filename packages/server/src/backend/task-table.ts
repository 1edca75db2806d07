import type { CatCell, CatColumn } from './backend.ts';
import { catColumns } from './cat-columns.ts';

const columns = `
-- id | | id of the task with the node
s- action | ac | task action
s- task_id | ti | unique task id
s- parent_task_id | pti | parent task id
s- type | ty | task type
s- start_time | start | start time in ms
s- timestamp | ts,hms,hhmmss | start time in HH:MM:SS
-- running_time_ns | time | running time ns
s- running_time | time | running time
-- node_id | ni | unique node id
s- ip | i | ip address
-- port | po | bound transport port
s- node | n | node name
-- version | v | es version
-- x_opaque_id | x | X-Opaque-ID header
`;

const tasksColumns = catColumns(columns);
const detailedColumns = catColumns(`${columns}s- description | desc | task action
-- resource_stats | | resource consumption info of the task
`);

/** Columns of `_cat/tasks`. */
export function taskColumns(detailed: boolean): readonly CatColumn[] {
  return detailed ? detailedColumns : tasksColumns;
}

/** A task as the API shows it. */
export interface ShownTask {
  readonly node: string;
  readonly id: number;
  readonly type: string;
  readonly action: string;
  readonly description?: string | undefined;
  readonly start_time_in_millis: number;
  readonly running_time_in_nanos: number;
  readonly parent_task_id?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource_stats?: unknown;
}

export interface TaskPlace {
  readonly host: string;
  readonly port: string;
  readonly name: string;
  readonly version: string | null;
}

/** The row of a task. */
export function taskCells(task: ShownTask, place: TaskPlace): Readonly<Record<string, CatCell>> {
  const { node } = task;
  return {
    id: String(task.id),
    action: task.action,
    task_id: `${node}:${task.id}`,
    parent_task_id: task.parent_task_id ?? '-',
    type: task.type,
    start_time: String(task.start_time_in_millis),
    timestamp: new Date(task.start_time_in_millis).toISOString().slice(11, 19),
    running_time_ns: task.running_time_in_nanos,
    running_time: { millis: task.running_time_in_nanos / 1e6 },
    node_id: node.slice(0, 4),
    ip: place.host,
    port: place.port,
    node: place.name,
    version: place.version,
    x_opaque_id: task.headers['X-Opaque-Id'] ?? '-',
    description: task.description ?? '',
    resource_stats: JSON.stringify(task.resource_stats),
  };
}
