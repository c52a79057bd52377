export { runScheduling, type SchedulingOptions } from './run-scheduling.ts';
