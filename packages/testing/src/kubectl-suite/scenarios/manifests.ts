/** Manifests that several scenarios use, as a person would write them. */

export function configMap(name: string, data: Readonly<Record<string, string>>): string {
  const lines = Object.entries(data).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n${lines.join('')}`;
}

export interface DeploymentOptions {
  readonly replicas?: number;
  readonly image?: string;
}

export function deployment(name: string, { replicas = 1, image = 'web:1' }: DeploymentOptions = {}): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels:
    app: ${name}
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
        - name: ${name}
          image: ${image}
          ports:
            - containerPort: 8080
`;
}

/** A pod of a fixed name, so that transcripts need no masks. */
export function pod(name: string): string {
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels:
    app: ${name}
spec:
  containers:
    - name: main
      image: ${name}:1
      ports:
        - containerPort: 8080
`;
}
