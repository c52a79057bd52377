import { subresourcePodCases } from './subresource-pods.ts';
import { subresourceScaleCases } from './subresource-scale.ts';
import { subresourceStatusCases } from './subresource-status.ts';
import { subresourceStreamCases } from './subresource-streams.ts';

export const subresourceCases = [
  ...subresourceStatusCases,
  ...subresourceScaleCases,
  ...subresourcePodCases,
  ...subresourceStreamCases,
];
