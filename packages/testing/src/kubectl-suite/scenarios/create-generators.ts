import type { Scenario } from '../scenario.ts';

export const createGenerators: Scenario = {
  id: 'create-generators',
  name: 'create makes objects of many kinds from its arguments',
  files: {
    'settings.ini': `mode=fast
size=3
`,
    'settings.env': `# comment
MODE=fast
SIZE=3
`,
  },
  steps: [
    { run: 'create configmap literal --from-literal=a=1 --from-literal=b=two' },
    { run: 'create configmap file --from-file=settings.ini --from-file=other=settings.ini' },
    { run: 'create configmap environment --from-env-file=settings.env' },
    { run: 'get cm literal file environment -o yaml' },
    { run: 'create secret generic password --from-literal=password=swordfish' },
    {
      run: 'create secret docker-registry registry --docker-server=registry.example.com --docker-username=u --docker-password=p',
    },
    { run: 'get secret password registry' },
    { run: 'get secret password -o yaml' },
    { run: 'create serviceaccount robot' },
    { run: 'create role reader --verb=get,list --resource=pods,configmaps --resource-name=one' },
    {
      run: 'create rolebinding readers --role=reader --user=jane --group=developers --serviceaccount=create-generators:robot',
    },
    { run: 'get role,rolebinding -o wide' },
    { run: 'get role reader -o yaml' },
    { run: 'get rolebinding readers -o yaml' },
    { run: 'create quota small --hard=pods=3,configmaps=20' },
    { run: 'create poddisruptionbudget keep --selector=app=web --min-available=1' },
    { run: "get pdb keep -o jsonpath='{.spec}'" },
    { run: 'create service clusterip web --tcp=80:8080' },
    { run: 'create service nodeport door --tcp=80:8080' },
    { run: 'create service externalname away --external-name=example.com' },
    { run: 'create service loadbalancer front --tcp=80:8080' },
    { run: 'get services' },
    { run: 'get service web -o yaml' },
    { run: "create ingress site --rule='example.com/path*=web:80,tls=site'" },
    { run: 'get ingress' },
    { run: 'get ingress site -o yaml' },
    { run: 'create priorityclass create-generators-high --value=1000 --description=high' },
    { run: 'get priorityclass create-generators-high' },
    { run: 'delete priorityclass create-generators-high' },
    { run: 'create clusterrole create-generators --verb=get --resource=nodes' },
    { run: 'create clusterrolebinding create-generators --clusterrole=create-generators --user=jane' },
    { run: 'delete clusterrole,clusterrolebinding create-generators' },
    { run: 'create namespace create-generators-2' },
    { run: 'get namespace create-generators-2' },
    { run: 'create cronjob nightly --image=job:1 --schedule=@daily --dry-run=client -o yaml' },
    { run: 'create job once --image=job:1 --dry-run=server -o yaml -- echo hello' },
    { run: 'create token robot --duration=10m' },
  ],
};
