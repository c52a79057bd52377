import type { Scenario } from '../scenario.ts';

export const customResources: Scenario = {
  id: 'custom-resources',
  name: 'a CustomResourceDefinition brings a kind with columns, short names, validation and subresources',
  files: {
    'crd.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: gadgets.crd.example.com
spec:
  group: crd.example.com
  scope: Namespaced
  names: { kind: Gadget, plural: gadgets, singular: gadget, shortNames: [gd], categories: [toys] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
        scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas }
      additionalPrinterColumns:
        - { name: Size, type: string, jsonPath: .spec.size }
        - { name: Replicas, type: integer, jsonPath: .spec.replicas, description: How many there are }
        - { name: Phase, type: string, jsonPath: .status.phase, priority: 1 }
        - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      schema:
        openAPIV3Schema:
          type: object
          description: A gadget is a thing with a size.
          required: [spec]
          properties:
            spec:
              type: object
              required: [size]
              properties:
                size: { type: string, enum: [small, big], description: How big it is. }
                replicas: { type: integer, minimum: 0, default: 1 }
                tags: { type: array, items: { type: string }, x-kubernetes-list-type: set }
              x-kubernetes-validations:
                - { rule: "self.size != 'small' || self.replicas < 3", message: at most two small ones }
            status:
              type: object
              properties:
                phase: { type: string }
                replicas: { type: integer }
`,
    'one.yaml': `apiVersion: crd.example.com/v1
kind: Gadget
metadata: { name: one }
spec: { size: small }
`,
    'no-size.yaml': `apiVersion: crd.example.com/v1
kind: Gadget
metadata: { name: odd }
spec: { replicas: 1 }
`,
    'wrong-enum.yaml': `apiVersion: crd.example.com/v1
kind: Gadget
metadata: { name: odd }
spec: { size: huge }
`,
    'wrong-type.yaml': `apiVersion: crd.example.com/v1
kind: Gadget
metadata: { name: odd }
spec: { size: big, replicas: many }
`,
    'too-many.yaml': `apiVersion: crd.example.com/v1
kind: Gadget
metadata: { name: odd }
spec: { size: small, replicas: 3 }
`,
    'unknown-field.yaml': `apiVersion: crd.example.com/v1
kind: Gadget
metadata: { name: odd }
spec: { size: big, colour: red }
`,
    'tags.yaml': `apiVersion: crd.example.com/v1
kind: Gadget
metadata: { name: one }
spec: { size: small, tags: [a, b] }
`,
  },
  steps: [
    { run: 'apply -f one.yaml', exit: 1 },
    { run: 'apply -f crd.yaml' },
    { run: 'wait --for=condition=Established crd/gadgets.crd.example.com' },
    { run: 'get crd gadgets.crd.example.com' },
    { run: 'api-resources --api-group=crd.example.com --no-headers=true', until: 'gadgets' },
    { run: 'apply -f one.yaml' },
    { run: 'apply -f one.yaml' },
    { run: 'get gadgets' },
    { run: 'get gd one -o wide' },
    { run: 'get gadgets.v1.crd.example.com one -o yaml' },
    { run: 'get toys' },
    { run: 'explain gadget.spec', until: 'replicas' },
    { run: 'explain gadgets --recursive' },
    { run: 'apply -f no-size.yaml', exit: 1 },
    { run: 'apply -f wrong-enum.yaml', exit: 1 },
    { run: 'apply -f wrong-type.yaml', exit: 1 },
    { run: 'apply -f too-many.yaml', exit: 1 },
    { run: 'apply -f unknown-field.yaml', exit: 1 },
    { run: 'apply -f unknown-field.yaml --validate=false' },
    { run: "get gd odd -o jsonpath='{.spec}'" },
    { run: 'scale gadget one --replicas=2' },
    { run: "get gd one -o jsonpath='{.spec.replicas}'" },
    { run: 'scale gadget one --replicas=3', exit: 1 },
    {
      run: `patch gadget one --subresource=status --type=merge -p '{"status":{"phase":"Ready","replicas":2}}'`,
    },
    { run: 'get gd one --subresource=status -o wide' },
    { run: 'get gd one -o wide' },
    { run: `patch gadget one --type=merge -p '{"status":{"phase":"Ignored"}}'` },
    { run: `patch gadget one -p '{"spec":{"size":"big"}}'`, exit: 1 },
    { run: "wait --for=jsonpath='{.status.phase}'=Ready gadget/one" },
    { run: 'apply --server-side --field-manager=tagger -f tags.yaml' },
    { run: "get gd one -o jsonpath='{.spec}'" },
    { run: 'describe gadget one' },
    { run: 'label gadget one a=b' },
    { run: 'delete gadget one' },
    { run: 'get gd one', exit: 1 },
    { run: 'describe crd gadgets.crd.example.com' },
    { run: 'delete -f crd.yaml' },
    { run: 'get gadgets', exit: 1, until: '' },
  ],
};
