import type { Scenario } from '../scenario.ts';

const volume = (i: number) => `apiVersion: v1
kind: PersistentVolume
metadata: { name: e2e-data-${i} }
spec:
  capacity: { storage: 1Gi }
  accessModes: [ReadWriteOnce]
  storageClassName: e2e-by-hand
  persistentVolumeReclaimPolicy: Retain
  hostPath: { path: /data/${i} }
  claimRef: { namespace: stateful-set-volumes, name: data-db-${i} }
`;

const PODS =
  'get pods -l app=db -o custom-columns=NAME:.metadata.name,PHASE:.status.phase,CLAIM:.spec.volumes[0].persistentVolumeClaim.claimName,IMAGE:.spec.containers[0].image';
const STATUS =
  "get statefulset db -o jsonpath='{.status.readyReplicas} ready, {.status.updatedReplicas} updated, {.status.availableReplicas} available'";

export const statefulSetVolumes: Scenario = {
  id: 'stateful-set-volumes',
  name: 'a StatefulSet takes volumes that were made before, and finds them again',
  files: {
    'volumes.yaml': [0, 1, 2].map(volume).join('---\n'),
    'db.yaml': `apiVersion: v1
kind: Service
metadata: { name: db }
spec:
  clusterIP: None
  selector: { app: db }
  ports: [{ port: 5432 }]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db }
spec:
  serviceName: db
  replicas: 3
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec:
      containers:
        - name: db
          image: db:1
          volumeMounts: [{ name: data, mountPath: /data }]
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        accessModes: [ReadWriteOnce]
        storageClassName: e2e-by-hand
        resources: { requests: { storage: 1Gi } }
`,
  },
  async run(user) {
    const rolledOut = () => user.kubectl('rollout status statefulset/db', { compare: 'last-line' });
    await user.kubectl('apply -f volumes.yaml');
    await user.kubectl('apply -f db.yaml');
    await rolledOut();
    await user.kubectl('get statefulset db');
    await user.kubectl(PODS);
    await user.kubectl('get pvc');
    await user.kubectl('get pv e2e-data-0 e2e-data-1 e2e-data-2');
    await user.kubectl('set image statefulset/db db=db:2');
    await rolledOut();
    await user.kubectl(PODS);
    await user.kubectl(STATUS, { until: '3 ready, 3 updated, 3 available' });
    await user.kubectl('scale statefulset db --replicas=1');
    await user.kubectl('wait --for=delete pod/db-1 --timeout=60s', { compare: 'exit-code' });
    await user.kubectl('get pvc');
    await user.kubectl('scale statefulset db --replicas=2');
    await rolledOut();
    await user.kubectl(PODS);
    await user.kubectl(
      'get events --field-selector involvedObject.kind=StatefulSet,reason=SuccessfulDelete',
      {
        unordered: true,
      },
    );
    await user.kubectl('delete statefulset db');
    await user.kubectl('delete pvc data-db-2');
    await user.kubectl('get pv e2e-data-2', { until: 'Released' });
    await user.kubectl('delete pvc --all');
    await user.kubectl('delete pv e2e-data-0 e2e-data-1 e2e-data-2');
  },
};
