export * from './apps.ts';
export * from './clusters.ts';
export * from './crds/index.ts';
export * from './names.ts';
