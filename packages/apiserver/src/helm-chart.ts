/** A chart with something of each sort that Helm treats in its own way, by file name: for tests. */
export const HELM_CHART: Readonly<Record<string, string>> = {
  'Chart.yaml': `apiVersion: v2
name: greeter
version: 0.1.0
appVersion: '1'
`,
  'values.yaml': `replicas: 1
message: hello
`,
  'crds/greetings.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: greetings.charts.example.com
spec:
  group: charts.example.com
  scope: Namespaced
  names: { plural: greetings, singular: greeting, kind: Greeting }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties: { text: { type: string } }
`,
  'templates/settings.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-settings
data:
  message: {{ .Values.message | quote }}
  cluster: {{ .Capabilities.KubeVersion.Version | quote }}
`,
  'templates/service.yaml': `apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}
spec:
  selector: { app: {{ .Release.Name }} }
  ports: [{ name: http, port: 80, targetPort: 8080 }]
`,
  'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: {{ .Release.Name }} } }
  template:
    metadata: { labels: { app: {{ .Release.Name }} } }
    spec:
      containers:
        - name: greeter
          image: greeter:{{ .Chart.AppVersion }}
          envFrom: [{ configMapRef: { name: {{ .Release.Name }}-settings } }]
`,
  'templates/greeting.yaml': `apiVersion: charts.example.com/v1
kind: Greeting
metadata:
  name: {{ .Release.Name }}
spec:
  text: {{ .Values.message }}
`,
  'templates/prepare.yaml': `apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-prepare
  annotations:
    helm.sh/hook: post-install
    helm.sh/hook-delete-policy: before-hook-creation
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: prepare, image: prepare:1 }]
`,
  'templates/NOTES.txt': `{{ .Values.message }} from {{ .Release.Name }}
`,
};
