{{/* The code knows its objects by these names: one a cluster, in this namespace. */}}
{{- define "banyan.name" -}}
clusternet-agent
{{- end }}

{{- define "banyan.checkNamespace" -}}
{{- if ne .Release.Namespace "clusternet-system" }}
{{- fail "install this chart with --namespace clusternet-system --create-namespace: hub and agent keep their objects there" }}
{{- end }}
{{- end }}

{{- define "banyan.selectorLabels" -}}
app: {{ include "banyan.name" . }}
{{- end }}

{{- define "banyan.labels" -}}
{{ include "banyan.selectorLabels" . }}
app.kubernetes.io/name: {{ include "banyan.name" . }}
app.kubernetes.io/part-of: banyan
{{- end }}

{{- define "banyan.image" -}}
{{- with .Values.image.registry }}{{ . }}/{{ end }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* extraArgs: a map of flags. */}}
{{- define "banyan.extraArgs" -}}
{{- range $flag, $value := .Values.extraArgs }}
- --{{ $flag }}={{ $value }}
{{- end }}
{{- end }}

{{- define "banyan.pod" -}}
serviceAccountName: {{ include "banyan.name" . }}
terminationGracePeriodSeconds: 30
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
affinity:
  {{- if .Values.affinity }}
  {{- toYaml .Values.affinity | nindent 2 }}
  {{- else }}
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          labelSelector:
            matchLabels:
              {{- include "banyan.selectorLabels" . | nindent 14 }}
          topologyKey: kubernetes.io/hostname
  {{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
{{- end }}

{{- define "banyan.container" -}}
name: {{ include "banyan.name" . }}
image: {{ include "banyan.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
livenessProbe:
  httpGet:
    path: /healthz
    port: observe
  periodSeconds: 20
  timeoutSeconds: 10
  failureThreshold: 3
readinessProbe:
  httpGet:
    path: /readyz
    port: observe
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
startupProbe:
  httpGet:
    path: /healthz
    port: observe
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 60
resources:
  {{- toYaml .Values.resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  capabilities:
    drop:
      - ALL
  readOnlyRootFilesystem: true
volumeMounts:
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "banyan.registrationSecret" -}}
{{ .Values.existingSecret | default "clusternet-agent-cluster-registration" }}
{{- end }}
