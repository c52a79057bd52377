import { AGE, columnsFor, NAME, text, type Shown } from './column.ts';

type Data = Readonly<Record<string, string>>;

function size(data: Data | undefined): number {
  return Object.keys(data ?? {}).length;
}

export const CONFIG_MAP_COLUMNS = columnsFor<Shown & { readonly data?: Data; readonly binaryData?: Data }>([
  NAME,
  text('Data', 'How many entries it has', ({ data, binaryData }) => size(data) + size(binaryData)),
  AGE,
]);

export const SECRET_COLUMNS = columnsFor<Shown & { readonly type?: string; readonly data?: Data }>([
  NAME,
  text('Type', 'What it is for', ({ type }) => type ?? ''),
  text('Data', 'How many entries it has', ({ data }) => size(data)),
  AGE,
]);

interface ResourceQuota extends Shown {
  readonly status?: { readonly hard?: Data; readonly used?: Data };
}

export const RESOURCE_QUOTA_COLUMNS = columnsFor<ResourceQuota>([
  NAME,
  text('Request', 'What is used and may be used at most', (quota) => usageText(quota, false)),
  text('Limit', 'What limits add up to and may add up to at most', (quota) => usageText(quota, true)),
  AGE,
]);

function usageText({ status = {} }: ResourceQuota, ofLimits: boolean): string {
  const { hard = {}, used = {} } = status;
  return Object.keys(hard)
    .filter((name) => name.startsWith('limits.') === ofLimits)
    .toSorted()
    .map((name) => `${name}: ${Object.hasOwn(used, name) ? used[name] : '0'}/${hard[name]}`)
    .join(', ');
}
