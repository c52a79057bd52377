/** Manifests that several scenarios use, as a person would write them. */
export interface DeploymentOptions {
  readonly replicas?: number;
  /** Lines of the pod's spec, without indentation. */
  readonly podSpec?: string;
}

export function deployment(name: string, { replicas = 2, podSpec = '' }: DeploymentOptions = {}): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: { app: ${name} }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
${indented(podSpec, 6)}      containers:
        - name: ${name}
          image: ${name}:1
          ports: [{ containerPort: 8080 }]
`;
}

function indented(text: string, width: number): string {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${' '.repeat(width)}${line}\n`)
    .join('');
}
