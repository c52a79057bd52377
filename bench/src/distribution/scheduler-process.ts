/** The scheduler by itself. */
import { KubeClient, loadConnection, SharedCaches } from '@banyan/kube';
import { runScheduling } from '@banyan/scheduling';

const [path = ''] = process.argv.slice(2);
const hubClient = new KubeClient(await loadConnection({ path, env: {} }));
const caches = new SharedCaches({ client: hubClient });
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
const onStarted = (): void => console.log('scheduler started');
await runScheduling({ hubClient, caches, onStarted, signal: stopping.signal });
process.exit(0);
