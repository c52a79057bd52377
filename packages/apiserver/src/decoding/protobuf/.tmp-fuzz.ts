import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fullBodies } from './full-bodies.ts';
import { formatApiVersion } from '@banyan/api';
import { readProtobuf } from './read-protobuf.ts';
import { seededRandom } from '../random-body.ts';
import { exactJson } from '../json/exact-json.ts';
const fx=JSON.parse(readFileSync('/work/main/packages/apiserver/generated/protobuf-bodies.json','utf8'));
const rnd=seededRandom(Number(process.argv[2]??1)); const int=(n:number)=>Math.floor(rnd()*n);
const items:{expected:any,body:Buffer}[]=[];
for(const {expected} of fullBodies()) for(let k=0;k<60;k++){ let body=Buffer.from(fx[`${formatApiVersion(expected)} ${expected.kind}`],'base64');
  for(let c=1+int(3);c>0;c--){ const at=Math.min(body.length-1,30+int(body.length)); const r=rnd(); if(r<0.4) body=Buffer.concat([body.subarray(0,at),Buffer.of(int(256)),body.subarray(at)]); else if(r<0.6) body=Buffer.concat([body.subarray(0,at),body.subarray(at+1)]); else {body=Buffer.from(body); body[at]=int(256);} }
  items.push({expected,body}); }
const out=execFileSync('/tmp/protobuf/go2/main',{input:items.map(i=>i.body.toString('base64')).join('\n'),maxBuffer:1<<30}).toString().trimEnd().split('\n').map(l=>JSON.parse(l));
const kinds:Record<string,number>={}; let same=0,sameErr=0; const shown:Record<string,number>={};
items.forEach(({expected,body},i)=>{ const go=out[i]; let ours:any; try{ ours={read:JSON.parse(exactJson(readProtobuf(body,expected).object))} }catch(e){ ours={error:(e as Error).message} }
 if('error' in go && 'error' in ours){ if(go.error===ours.error) sameErr++; else { const k='E '+go.error.replace(/field \w+/,'field X')+' | '+ours.error.replace(/field \w+/,'field X'); kinds[k]=(kinds[k]??0)+1; shown[k]??=i; } }
 else if('error' in go || 'error' in ours){ const k='A go:'+(go.error??'ok').slice(0,80)+' | ours:'+(ours.error??'ok').slice(0,80); kinds[k]=(kinds[k]??0)+1; }
 else if(isDeepStrictEqual(go.read,ours.read)) same++; else { kinds['DIFF']=(kinds['DIFF']??0)+1; if((shown['d']=(shown['d']??0)+1)<3){ const a=JSON.stringify(go.read,null,1).split('\n'),b=JSON.stringify(ours.read,null,1).split('\n'); const j=a.findIndex((l,i)=>l!==b[i]); console.log(expected.kind,a.slice(j-2,j+3),b.slice(j-2,j+3)); } } });
console.log({n:items.length,same,sameErr}); console.log(Object.entries(kinds).sort((a,b)=>b[1]-a[1]).slice(0,40));
