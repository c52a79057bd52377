import { parseDocument, YAMLMap, YAMLSeq, type Document } from 'yaml';
import { stringify } from 'yaml';
import { memberKubeconfig, type KubeconfigEntries } from './member-kubeconfig.ts';

export interface MergeResult {
  readonly text: string;
  /** Whether a context of this name was there, leading to the same member. */
  readonly replaced: boolean;
}

/**
 * Adds a member's context to the text of a kubeconfig, everything else of which stays as it is, comments too. The user
 * is not copied where the file has it. An entry of that name that leads elsewhere is not touched: throws.
 */
export function mergeKubeconfig(text: string | undefined, entries: KubeconfigEntries): MergeResult {
  if (text === undefined || text.trim() === '')
    return { text: kubeconfigText(memberKubeconfig(entries)), replaced: false };
  const document = parseDocument(text, { version: '1.1' });
  const [problem] = document.errors;
  if (problem !== undefined) throw new Error(`it is no YAML: ${problem.message}`);
  if (!(document.contents instanceof YAMLMap)) throw new Error('it is no kubeconfig');
  const { clusterName, cluster, userName, user } = entries;
  const known = entryOf(document, 'clusters', clusterName);
  const server = known?.getIn(['cluster', 'server']);
  if (known !== undefined && server !== cluster['server'])
    throw new Error(
      `it has a cluster "${clusterName}" that is another (${String(server)}); choose another name with --name`,
    );
  const context = entryOf(document, 'contexts', clusterName);
  const contextCluster = context?.getIn(['context', 'cluster']);
  if (context !== undefined && contextCluster !== clusterName)
    throw new Error(
      `it has a context "${clusterName}" of the cluster "${String(contextCluster)}"; choose another name with --name`,
    );
  setEntry(document, 'clusters', { name: clusterName, cluster });
  if (entryOf(document, 'users', userName) === undefined)
    setEntry(document, 'users', { name: userName, user });
  const namespace = context?.getIn(['context', 'namespace']) ?? entries.namespace;
  setEntry(document, 'contexts', {
    name: clusterName,
    context: { cluster: clusterName, user: userName, ...(namespace !== undefined && { namespace }) },
  });
  return { text: document.toString(), replaced: context !== undefined };
}

/** kubectl reads YAML 1.1, where a bare `on` or `0755` is no string. */
export function kubeconfigText(config: object): string {
  return stringify(config, { version: '1.1', aliasDuplicateObjects: false });
}

function entryOf(document: Document, list: string, name: string): YAMLMap | undefined {
  const entries = document.get(list);
  if (!(entries instanceof YAMLSeq)) return undefined;
  return entries.items.find((item): item is YAMLMap => item instanceof YAMLMap && item.get('name') === name);
}

function setEntry(document: Document, list: string, entry: { name: string; [field: string]: unknown }): void {
  const known = entryOf(document, list, entry.name);
  if (known !== undefined) {
    for (const [field, value] of Object.entries(entry)) known.set(field, document.createNode(value));
    return;
  }
  // `clusters: null`, as kubectl writes an empty list.
  if (!(document.get(list) instanceof YAMLSeq)) document.set(list, document.createNode([]));
  document.addIn([list], document.createNode(entry));
}
