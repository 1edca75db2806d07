import { catColumns } from '../../../cat-columns.ts';

export const pendingTasksColumns = catColumns(`
sr insertOrder | o | task insertion order
sr timeInQueue | t | how long task has been in queue
s- priority | p | task priority
s- source | s | task source
`);
