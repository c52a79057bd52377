export type * from './core.ts';
export type * from './node.ts';
export type * from './pod.ts';
export type * from './storage.ts';
export type * from './workloads.ts';
