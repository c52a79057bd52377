import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { orderGroups } from './order-groups.ts';

function object(
  apiVersion: string,
  kind: string,
  name = kind.toLowerCase(),
  spec?: unknown,
): { object: KubeObject } {
  return { object: { apiVersion, kind, metadata: { name }, ...(spec !== undefined && { spec }) } };
}

test('definitions and namespaces come first, what needs others later, webhooks last', () => {
  const items = [
    object('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration'),
    object('example.com/v1', 'Thing'),
    object('apps/v1', 'Deployment'),
    object('networking.k8s.io/v1', 'Ingress'),
    object('v1', 'Service'),
    object('v1', 'ConfigMap'),
    object('rbac.authorization.k8s.io/v1', 'RoleBinding'),
    object('v1', 'ResourceQuota'),
    object('v1', 'Namespace'),
    object('apiextensions.k8s.io/v1', 'CustomResourceDefinition'),
    object('apps/v1beta1', 'StatefulSet'),
  ];
  const groups = orderGroups(items).map((group) => group.items.map(({ item }) => item.object.kind));
  assert.deepEqual(groups, [
    ['Namespace', 'CustomResourceDefinition'],
    ['ResourceQuota'],
    ['ConfigMap'],
    ['Service', 'RoleBinding'],
    ['Deployment', 'StatefulSet'],
    ['Ingress'],
    ['Thing'],
    ['ValidatingWebhookConfiguration'],
  ]);
});

test('a custom resource waits for its definition, if that is in the same work', () => {
  const items = [
    object('example.com/v1', 'Thing'),
    object('example.org/v1', 'Thing'),
    object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'things.example.com', {
      group: 'example.com',
      names: { kind: 'Thing' },
    }),
    object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'broken'),
  ];
  const waits = orderGroups(items).flatMap((group) =>
    group.items.map(({ item, waitsFor }) => [item.object.apiVersion, waitsFor]),
  );
  assert.deepEqual(waits, [
    ['apiextensions.k8s.io/v1', undefined],
    ['apiextensions.k8s.io/v1', undefined],
    ['example.com/v1', 'things.example.com'],
    ['example.org/v1', undefined],
  ]);
});

test('nothing has no order', () => assert.deepEqual(orderGroups([]), []));
