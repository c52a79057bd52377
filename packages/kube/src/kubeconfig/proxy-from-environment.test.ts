import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proxyFromEnvironment } from './proxy-from-environment.ts';

const PROXY = 'http://proxy:3128';

describe('NO_PROXY', () => {
  const cases: { server: string; noProxy: string; proxied: boolean }[] = [
    { server: 'https://example.com', noProxy: '', proxied: true },
    { server: 'https://localhost:6443', noProxy: '', proxied: false },
    { server: 'https://127.0.0.1:6443', noProxy: '', proxied: false },
    { server: 'https://127.8.9.10', noProxy: '', proxied: false },
    { server: 'https://[::1]:6443', noProxy: '', proxied: false },
    { server: 'https://10.0.0.1', noProxy: '', proxied: true },

    { server: 'https://example.com', noProxy: '*', proxied: false },
    { server: 'https://10.0.0.1', noProxy: 'x, *', proxied: false },

    { server: 'https://example.com', noProxy: 'example.com', proxied: false },
    { server: 'https://EXAMPLE.com', noProxy: 'Example.COM', proxied: false },
    { server: 'https://api.example.com', noProxy: 'example.com', proxied: false },
    { server: 'https://badexample.com', noProxy: 'example.com', proxied: true },
    { server: 'https://example.com', noProxy: '.example.com', proxied: true },
    { server: 'https://api.example.com', noProxy: '.example.com', proxied: false },
    { server: 'https://api.example.com', noProxy: '*.example.com', proxied: false },
    { server: 'https://example.com', noProxy: '*.example.com', proxied: true },
    { server: 'https://api.example.com', noProxy: ' a.b , example.com ', proxied: false },
    { server: 'https://bücher.example', noProxy: 'bücher.example', proxied: false },

    { server: 'https://example.com', noProxy: 'example.com:443', proxied: false },
    { server: 'https://example.com', noProxy: 'example.com:6443', proxied: true },
    { server: 'https://example.com:6443', noProxy: 'example.com:6443', proxied: false },
    { server: 'https://example.com', noProxy: ':443', proxied: true },

    { server: 'https://10.1.2.3', noProxy: '10.1.2.3', proxied: false },
    { server: 'https://10.1.2.3:6443', noProxy: '10.1.2.3:6443', proxied: false },
    { server: 'https://10.1.2.3:6444', noProxy: '10.1.2.3:6443', proxied: true },
    { server: 'https://10.1.2.3', noProxy: '10.0.0.0/8', proxied: false },
    { server: 'https://11.1.2.3', noProxy: '10.0.0.0/8', proxied: true },
    { server: 'https://10.1.2.3', noProxy: '10.1', proxied: true },
    { server: 'https://ten.example', noProxy: '10.0.0.0/8', proxied: true },
    { server: 'https://[fd00::5]', noProxy: 'fd00::/8', proxied: false },
    { server: 'https://[fd00::5]', noProxy: 'fd00::5', proxied: false },
    { server: 'https://[fd00::5]:6443', noProxy: '[fd00::5]:6443', proxied: false },
    { server: 'https://[fd00::5]', noProxy: '10.0.0.0/8', proxied: true },
    { server: 'https://10.1.2.3', noProxy: '10.0.0.0/99', proxied: true },
  ];
  for (const { server, noProxy, proxied } of cases) {
    it(`"${noProxy}" ${proxied ? 'leaves' : 'exempts'} ${server}`, () => {
      const found = proxyFromEnvironment(new URL(server), { HTTPS_PROXY: PROXY, NO_PROXY: noProxy });
      assert.equal(found, proxied ? PROXY : undefined);
    });
  }
});

describe('the proxy of the environment', () => {
  const cases: { name: string; server: string; env: Record<string, string>; found: string | undefined }[] = [
    {
      name: 'is HTTPS_PROXY for https',
      server: 'https://a.b',
      env: { HTTPS_PROXY: 'http://p', HTTP_PROXY: 'http://q' },
      found: 'http://p',
    },
    {
      name: 'is HTTP_PROXY for http',
      server: 'http://a.b',
      env: { HTTPS_PROXY: 'http://p', HTTP_PROXY: 'http://q' },
      found: 'http://q',
    },
    {
      name: 'may be in lower case',
      server: 'https://a.b',
      env: { https_proxy: 'http://p' },
      found: 'http://p',
    },
    {
      name: 'is in upper case before lower',
      server: 'https://a.b',
      env: { HTTPS_PROXY: 'http://u', https_proxy: 'http://l' },
      found: 'http://u',
    },
    {
      name: 'is not an empty one',
      server: 'https://a.b',
      env: { HTTPS_PROXY: '', https_proxy: 'http://l' },
      found: 'http://l',
    },
    {
      name: 'may lack its scheme',
      server: 'https://a.b',
      env: { HTTPS_PROXY: 'p:3128' },
      found: 'http://p:3128',
    },
    { name: 'may be SOCKS', server: 'https://a.b', env: { HTTPS_PROXY: 'socks5://p' }, found: 'socks5://p' },
    {
      name: 'is not taken from a CGI request',
      server: 'http://a.b',
      env: { HTTP_PROXY: 'http://q', REQUEST_METHOD: 'GET' },
      found: undefined,
    },
    {
      name: 'heeds no_proxy in lower case',
      server: 'https://a.b',
      env: { https_proxy: 'http://p', no_proxy: 'a.b' },
      found: undefined,
    },
  ];
  for (const { name, server, env, found } of cases) {
    it(name, () => assert.equal(proxyFromEnvironment(new URL(server), env), found));
  }
});
