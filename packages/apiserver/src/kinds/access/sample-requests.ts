/** Requests for certificates, for tests. */

/** As the contract suite sends it: , signed with a key of P-256. */
export const REQUEST = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIHdMIGFAgEAMCMxDzANBgNVBAoMBnBlb3BsZTEQMA4GA1UEAwwHc29tZW9uZTBZ',
  'MBMGByqGSM49AgEGCCqGSM49AwEHA0IABIK23/pcif3QKDkrnWmt6BZkHgOcobUD',
  'nHd0DPl9fYS/GuOQb1Ho26cZBNxrLL1j3cM5YG/bn7vRCY9n9oRd/DWgADAKBggq',
  'hkjOPQQDAgNHADBEAiBc821P56P9yuIQ/9XOqy6RrpYLJx3SPYuiZV17OEYNjgIg',
  'GorRcoZaumHtR0DfuGJYw1Drv7rYCzd3AC+QU/d+WZ4=',
  '-----END CERTIFICATE REQUEST-----',
  '',
].join('\n');

/** Others, made by openssl: `O=people, O=system:masters, CN=someone` with Ed25519, and RSA with both paddings. */
export const ED25519_REQUEST = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIG7MG8CAQAwPDEPMA0GA1UECgwGcGVvcGxlMRcwFQYDVQQKDA5zeXN0ZW06bWFz',
  'dGVyczEQMA4GA1UEAwwHc29tZW9uZTAqMAUGAytlcAMhAMjbbtW8UDasXV4i1IXH',
  'nSDMCdgYOvKQPI78pHJDr6MboAAwBQYDK2VwA0EAXykstHAAHhXJlkaxu6YPWhiO',
  'XBis3C+3pcT/+xaAtoIpQymqkc4ccK6CqcfAOoPxqe7kXvs3f3ji0589y14WBA==',
  '-----END CERTIFICATE REQUEST-----',
  '',
].join('\n');
export const RSA_PSS_REQUEST = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIIBgTCBtwIBADAOMQwwCgYDVQQDDANwc3MwgZ8wDQYJKoZIhvcNAQEBBQADgY0A',
  'MIGJAoGBAPnFwhME+OZ9K7oWuMMLkNzjLVKRA1p4vLYZNIr144TdxzcljU16Am5r',
  'Qvy+mw4rBSY5vuOH4MHn9EX3EroLucVVGbKDpLMelJHlrBhVHYj4f6tFPobhTcFa',
  '0LTh1hClSr5ok+UijTCdfzEwzI3UMlL+vtl+w7FFVTcZmlfJTVabAgMBAAGgADBB',
  'BgkqhkiG9w0BAQowNKAPMA0GCWCGSAFlAwQCAQUAoRwwGgYJKoZIhvcNAQEIMA0G',
  'CWCGSAFlAwQCAQUAogMCASADgYEAMN6mBYGabqnqiaoBz3LLIMDeLRREO2Avl39G',
  'm4d9ln95z6gDhVyC9DtkHIQWyXrknlTsfO9XcJKAa6/VBMwpMofogeU4y787iREA',
  'si0CshnewZBNsvFeA31pYYW6zK2nHKAquQWbrP8tzdFHAlmAlmiYkb0loabhxUsB',
  'ICcu0xg=',
  '-----END CERTIFICATE REQUEST-----',
  '',
].join('\n');
export const RSA_REQUEST = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIIBTTCBtwIBADAOMQwwCgYDVQQDDANyc2EwgZ8wDQYJKoZIhvcNAQEBBQADgY0A',
  'MIGJAoGBAJzb2mvneTojHAOy9aSsC3ZIltKVWjpcp+4StcSjYiA05aXuT1K9OOYa',
  'SH0rtTbvr4hhWuPtE0+iw/GqxEdbiOJs5vDxil7Uh9u8ZBILd/FWbubjkosuX0GQ',
  'w86xpMZtTTGAa11JH/MFKW77uKzGjDNGkgCSu01XkHF5HEarGDuhAgMBAAGgADAN',
  'BgkqhkiG9w0BAQwFAAOBgQBMDWN/J0kRNi7vucGHlckicqoEMfP71FjdHccbefwE',
  'e8bHZnxOG0Ve/EvUTbONBUV5DP/ZUfdXOtD0n7NDFO4IzBzh/dHBgqR+qXl+XuH5',
  'ACxw8vBYNxPuelUou5IjLs9KqTjKA3fUp2vM8tCdXoEzHzuFxpQ6SDcJuHaRD/9o',
  'Iw==',
  '-----END CERTIFICATE REQUEST-----',
  '',
].join('\n');
