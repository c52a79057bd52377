export * from './deployer/index.ts';
export * from './pipeline/index.ts';
