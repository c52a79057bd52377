import { Optional, type Environment } from '@marcbachmann/cel-js';
import {
  dns1035Label,
  dns1035Name,
  dnsLabel,
  dnsSubdomain,
  labelName,
  labelValue,
  qualifiedName,
  subdomainName,
} from '../../../../kinds/fields/name-format.ts';
import { textFormat } from '../../values/text-formats.ts';
import { IDENTITY } from './lists.ts';
import { addFunctions, chargeFor } from './register.ts';

type Reasons = (text: string) => string[];

class NamedFormat {
  readonly name: string;
  readonly reasons: Reasons;

  constructor(name: string, reasons: Reasons) {
    this.name = name;
    this.reasons = reasons;
  }

  [IDENTITY](): string {
    return `f${this.name}`;
  }
}

const unless = (format: string, why: string): Reasons => {
  const isOfFormat = textFormat(format);
  return (text) => (isOfFormat?.(text) === true ? [] : [why]);
};

const FORMATS: Readonly<Record<string, Reasons>> = {
  dns1123Label: dnsLabel,
  dns1123Subdomain: dnsSubdomain,
  dns1035Label,
  dns1035LabelPrefix: (text) => dns1035Name(text, true),
  dns1123LabelPrefix: (text) => labelName(text, true),
  dns1123SubdomainPrefix: (text) => subdomainName(text, true),
  qualifiedName,
  labelValue,
  uri: unless('uri', 'must be a valid URI'),
  uuid: unless('uuid', 'does not match the UUID format'),
  byte: unless('byte', 'invalid base64'),
  date: unless('date', 'invalid date'),
  datetime: unless('datetime', 'invalid datetime'),
};

class FormatNamespace {}

export function addNamedFormats(environment: Environment): void {
  const type = 'kubernetes.NamedFormat';
  environment.registerType(type, NamedFormat);
  environment.registerType('FormatNamespace', FormatNamespace);
  environment.registerConstant('format', 'FormatNamespace', new FormatNamespace());
  environment.registerOperator(`${type} == ${type}`, (a: NamedFormat, b: NamedFormat) => a.name === b.name);
  const known = new Map(
    Object.entries(FORMATS).map(([name, reasons]) => [name, new NamedFormat(name, reasons)]),
  );
  for (const [name, format] of known)
    addFunctions(environment, { [`FormatNamespace.${name}(): ${type}`]: () => format });
  addFunctions(environment, {
    [`FormatNamespace.named(string): optional<${type}>`]: (_: unknown, name: string) => {
      const format = known.get(name);
      return format === undefined ? Optional.none() : Optional.of(format);
    },
    [`${type}.validate(string): optional<list<string>>`]: ({ reasons }: NamedFormat, text: string) => {
      chargeFor(text.length * 20);
      const found = reasons(text);
      return found.length === 0 ? Optional.none() : Optional.of(found);
    },
  });
}
