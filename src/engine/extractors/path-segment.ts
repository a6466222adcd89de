/** A name or an index in a JSONPath: `.name` where that may stand without quotes (RFC 9535 section 2.5.1.1), else `['name']`. */
export const pathSegment = (key: string | number): string =>
  typeof key === 'number'
    ? `[${key}]`
    : /^[A-Za-z_]\w*$/.test(key)
      ? `.${key}`
      : `['${JSON.stringify(key).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}']`
