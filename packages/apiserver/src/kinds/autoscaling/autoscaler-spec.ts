import type { KubeObject, LabelSelector } from '@banyan/api';

/** A HorizontalPodAutoscaler of autoscaling/v2, in which all are kept. */
export interface Autoscaler extends KubeObject {
  spec?: AutoscalerSpec;
  status?: AutoscalerStatus;
}

export interface AutoscalerSpec {
  scaleTargetRef?: ObjectReference;
  minReplicas?: number;
  maxReplicas?: number;
  metrics?: MetricSpec[];
  behavior?: { scaleUp?: ScalingRules; scaleDown?: ScalingRules };
}

export interface ObjectReference {
  kind?: string;
  name?: string;
  apiVersion?: string;
}

/** Of the sources one is there: that of the type. */
export interface MetricSpec {
  type?: string;
  object?: { describedObject?: ObjectReference; target?: MetricTarget; metric?: MetricIdentifier };
  pods?: { metric?: MetricIdentifier; target?: MetricTarget };
  resource?: { name?: string; target?: MetricTarget };
  containerResource?: { name?: string; target?: MetricTarget; container?: string };
  external?: { metric?: MetricIdentifier; target?: MetricTarget };
}

export interface MetricIdentifier {
  name?: string;
  selector?: LabelSelector;
}

export interface MetricTarget {
  type?: string;
  value?: string;
  averageValue?: string;
  averageUtilization?: number;
}

export interface ScalingRules {
  stabilizationWindowSeconds?: number;
  selectPolicy?: string;
  policies?: { type?: string; value?: number; periodSeconds?: number }[];
  tolerance?: string;
}

export interface AutoscalerStatus {
  observedGeneration?: number;
  lastScaleTime?: string;
  currentReplicas?: number;
  desiredReplicas?: number;
  currentMetrics?: MetricStatus[] | null;
  conditions?: object[];
}

export interface MetricStatus {
  type?: string;
  object?: { metric?: MetricIdentifier; current?: MetricValue; describedObject?: ObjectReference };
  pods?: { metric?: MetricIdentifier; current?: MetricValue };
  resource?: { name?: string; current?: MetricValue };
  containerResource?: { name?: string; current?: MetricValue; container?: string };
  external?: { metric?: MetricIdentifier; current?: MetricValue };
}

type MetricValue = Omit<MetricTarget, 'type'>;

/** What a version that knows the CPU alone says, and what is assumed when nothing is said. */
export function cpuMetric(averageUtilization: number): MetricSpec {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } };
}

/** Percent of what was asked for. */
export const DEFAULT_CPU_UTILIZATION = 80;
