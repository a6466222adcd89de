/** JSON as the content of a script element that holds data: nothing in it can end the element or start another (HTML 4.12.1.3). */
export const jsonForHtml = (value: unknown): string => inScript(JSON.stringify(value))

/** JSON text so that it can be in a script element. */
export const inScript = (json: string): string => json.replaceAll('<', '\\u003c')

/** Text as the content of an element, or the value of an attribute in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
