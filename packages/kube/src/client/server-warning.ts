import type { ResponseHeaders, ServerWarning } from './request-options.ts';

const WARNING = /^(\d{3}) (\S+) "((?:[^"\\]|\\.)*)"(?: "[^"]*")?$/;

/** The `Warning:` headers that can be read; what cannot is left out, as a warning must break nothing. */
export function serverWarnings(headers: ResponseHeaders): ServerWarning[] {
  const values = headers['warning'];
  if (values === undefined) return [];
  return (Array.isArray(values) ? values : splitJoined(values)).flatMap((value) => {
    const match = WARNING.exec(value.trim());
    if (match === null) return [];
    const [, code = '', agent = '', text = ''] = match;
    return [{ code: Number(code), agent, text: text.replaceAll(/\\(.)/g, '$1') }];
  });
}

/** HTTP/2 in Node joins repeated headers by comma; a comma inside quotes belongs to the text. */
function splitJoined(value: string): string[] {
  return value.match(/(?:[^",]|"(?:[^"\\]|\\.)*")+/g) ?? [];
}
