import { contractCases } from '../contract-case.ts';
import { createSampleCrd } from './sample-crd.ts';
import { configMap } from './sample-objects.ts';

const CREATE_YAML = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yam\ndata: {k: "1"}\n';

export const representationTypeCases = contractCases('representation', [
  {
    id: 'accept',
    name: 'JSON is given for */*, for nothing and for itself; application/* is not understood',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      const path = c.at('configmaps', 'a');
      for (const accept of ['*/*', 'application/*', '', 'application/json; charset=utf-8'])
        await c.request({ path, headers: { accept } });
    },
  },
  {
    id: 'accept-yaml',
    name: 'an object can be had as YAML',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: 'v' }) });
      await c.request({ path: c.at('configmaps', 'a'), headers: { accept: 'application/yaml' } });
      await c.request({ path: c.at('configmaps', 'missing'), headers: { accept: 'application/yaml' } });
    },
  },
  {
    id: 'accept-unmet',
    name: 'a type that is not known is 406 and tells what can be had',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request({ path: c.at('configmaps', 'a'), headers: { accept: 'text/html' } });
      await c.request({ path: c.at('configmaps'), headers: { accept: 'image/png, text/plain' } });
      await c.request({ path: c.at('configmaps', 'missing'), headers: { accept: 'text/html' } });
    },
  },
  {
    id: 'accept-protobuf',
    name: 'built-in kinds can be had as protobuf, custom ones cannot',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      const headers = { accept: 'application/vnd.kubernetes.protobuf' };
      const facts = (bytes: Buffer) => ({ magic: bytes.subarray(0, 4).toString('hex') });
      await c.request({ path: c.at('configmaps', 'a'), headers, facts });
      const widgets = await createSampleCrd(c);
      await c.request({ path: widgets.path(), headers });
      const either = { accept: 'application/vnd.kubernetes.protobuf, application/json' };
      await c.request({ path: widgets.path(), headers: either });
    },
  },
  {
    id: 'accept-cbor',
    name: 'CBOR is not spoken unless it is switched on',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a') });
      await c.request({ path: c.at('configmaps', 'a'), headers: { accept: 'application/cbor' } });
      await c.request({
        path: c.at('configmaps', 'a'),
        headers: { accept: 'application/cbor, application/json' },
      });
    },
  },
  {
    id: 'body-yaml',
    name: 'a body may be YAML',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.request({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/yaml' },
        body: CREATE_YAML,
      });
      const bad = 'apiVersion: v1\nkind: ConfigMap\n\tmetadata: {name: z}\n';
      await c.request({ method: 'POST', path, headers: { 'content-type': 'application/yaml' }, body: bad });
    },
  },
  {
    id: 'body-type-unknown',
    name: 'a body of an unknown type is 415 and tells what is taken; without a type it is JSON',
    run: async (c) => {
      const path = c.at('configmaps');
      const body = JSON.stringify(configMap('a'));
      for (const type of ['text/plain', 'application/xml', 'nonsense', 'application/cbor'])
        await c.request({ method: 'POST', path, headers: { 'content-type': type }, body });
      await c.request({ method: 'POST', path, body });
      const charset = { 'content-type': 'application/json; charset=utf-8' };
      await c.request({ method: 'POST', path, headers: charset, body: JSON.stringify(configMap('b')) });
    },
  },
  {
    id: 'body-wrong-for-type',
    name: 'a body that is not what its type says is 400',
    run: async (c) => {
      const path = c.at('configmaps');
      const json = { 'content-type': 'application/json' };
      await c.request({ method: 'POST', path, headers: json, body: CREATE_YAML });
      const protobuf = { 'content-type': 'application/vnd.kubernetes.protobuf' };
      await c.request({ method: 'POST', path, headers: protobuf, body: 'k8s' });
      await c.request({ method: 'POST', path, headers: protobuf, body: '{}' });
    },
  },
  {
    id: 'gzip',
    name: 'an answer over 128 KiB is compressed for whoever takes gzip',
    run: async (c) => {
      const path = c.at('configmaps');
      await c.setup({ method: 'POST', path, body: configMap('small') });
      await c.setup({ method: 'POST', path, body: configMap('large', { k: 'x'.repeat(256 * 1024) }) });
      const headers = { 'accept-encoding': 'gzip' };
      const facts = (bytes: Buffer) => ({ isGzip: bytes.readUInt16BE() === 0x1f8b });
      await c.request({ path: `${path}/small`, headers, facts });
      await c.request({ path: `${path}/large`, headers, facts });
      await c.request({ path: `${path}/large`, facts });
      await c.request({ path: `${path}/large`, headers: { 'accept-encoding': 'br' }, facts });
    },
  },
  {
    id: 'pretty',
    name: 'pretty=true indents JSON by two spaces, and curl gets that without asking',
    run: async (c) => {
      await c.setup({ method: 'POST', path: c.at('configmaps'), body: configMap('a', { k: '1' }) });
      const path = c.at('configmaps', 'a');
      const facts = (bytes: Buffer) => {
        const text = bytes.toString();
        const lines = text.split('\n');
        return { lines: lines.length, second: lines[1] ?? null, endsWithNewline: text.endsWith('\n') };
      };
      await c.request({ path, query: { pretty: 'true' }, facts });
      await c.request({ path, query: { pretty: '1' }, facts });
      await c.request({ path, query: { pretty: 'false' }, facts });
      await c.request({ path, headers: { 'user-agent': 'curl/8.0' }, facts });
      await c.request({ path, headers: { 'user-agent': 'Mozilla/5.0' }, facts });
      await c.request({ path, headers: { accept: 'application/json;pretty=1' }, facts });
    },
  },
]);
