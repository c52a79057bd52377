/** Left as they are in a path, besides letters and digits. */
const PLAIN = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** A path, not escaped, as Go writes it into a URL. */
export function escapedPath(path: string): string {
  return path
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment.toWellFormed())
        .replace(PLAIN, (code) => decodeURIComponent(code))
        .replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');
}

/** Whether a path has segments that programs leave out as they see fit: it would not lead where it was allowed to. */
export function hasDotSegments(path: string): boolean {
  return path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}
