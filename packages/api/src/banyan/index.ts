export * from './names.ts';
export * from './distribution-names.ts';
