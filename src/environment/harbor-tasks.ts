/** Problems as tasks that Harbor runs. */
export { writeHarborTasks } from './harbor/write-harbor-tasks.ts';
