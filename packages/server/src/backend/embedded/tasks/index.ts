import type { Handlers } from '../context.ts';
import { cancelTasks } from './cancel-tasks.ts';
import { getTask } from './get-task.ts';
import { listTasks } from './list-tasks.ts';

export const tasksHandlers: Handlers<'tasks'> = {
  'tasks.list': listTasks,
  'tasks.get': getTask,
  'tasks.cancel': cancelTasks,
};
