/** The playground members of the distribution benchmark: API servers in memory, with nothing behind them. */
import { join } from 'node:path';
import { startApiServer, memoryPersistence, ObjectStore, temporaryCertificates } from '@banyan/apiserver';
import { writeKubeconfig } from '@banyan/kube';
import { inParallel } from '../in-parallel.ts';

const HOST = '127.0.0.1';
/** Servers that start at once. */
const STARTS = 4;

const [dir = '', count = '0'] = process.argv.slice(2);
// One set of keys for all: making them is what costs most.
const certificates = temporaryCertificates([HOST]);
await inParallel(Number(count), STARTS, (i) => startMember(`m${i}`));
console.log('members started');
process.once('SIGTERM', () => process.exit(0));

/** Its kubeconfig is `<name>.kubeconfig` in the folder. */
async function startMember(name: string): Promise<void> {
  const { ca, server, serviceAccountKey, admin } = certificates;
  const store = await ObjectStore.open(memoryPersistence());
  const { port } = await startApiServer({
    store,
    host: HOST,
    port: 0,
    ...server,
    clientCa: ca,
    serviceAccountKey,
    onDefect: (error) => console.error(error),
  });
  const clientCertificate = { cert: admin.certificate, key: admin.key };
  const entry = { name, server: `https://${HOST}:${port}`, ca, clientCertificate };
  await writeKubeconfig(join(dir, `${name}.kubeconfig`), [entry]);
}
