import { isObject } from '#engine/checks/values.ts'
import { member, textOf } from './fields.ts'

/**
 * How a value is written where only text fits (OpenAPI 3.1.0, 4.8.12.2): `color=blue,black`, `color=blue&color=black`, `.blue.black`. `json`:
 * a parameter that has `content` instead; `tabDelimited` is Swagger's alone.
 */
export interface ParameterStyle {
  style: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'tabDelimited' | 'deepObject' | 'json'
  explode: boolean
}

const styles = ['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const
const formats: Readonly<Record<string, ParameterStyle>> = {
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
}
const separators: Readonly<Partial<Record<ParameterStyle['style'], string>>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
}

/** The style that a parameter, a header or the encoding of a field says, or has without saying any. */
export function styleOf(given: unknown, standard: 'simple' | 'form'): ParameterStyle {
  const format = textOf(given, 'collectionFormat')
  if (Object.hasOwn(formats, format)) return formats[format] ?? { style: standard, explode: false }
  const style = styles.find((one) => one === textOf(given, 'style')) ?? standard
  const explode = member(given, 'explode')
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'deepObject' }
}

/** A single value as a string: what is nested deeper as JSON. */
export const plainText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')

/** A value as names with values, as a query, a form or cookies hold it. `text` writes each single value. */
export function styledPairs(
  name: string,
  { style, explode }: ParameterStyle,
  value: unknown,
  text: (value: unknown) => string = plainText,
): { name: string; value: string }[] {
  if (style === 'json') return [{ name, value: text(JSON.stringify(value)) }]
  const list = Array.isArray(value) ? (value as unknown[]) : undefined
  const entries = isObject(value) ? Object.entries(value) : undefined
  if (style === 'deepObject' && (list ?? entries) !== undefined)
    return (entries ?? Object.entries(list ?? [])).flatMap(([key, one]) =>
      styledPairs(`${name}[${key}]`, { style, explode }, one, text),
    )
  const separator = separators[style] ?? ','
  if (list !== undefined && list.length > 0)
    return explode
      ? list.map((one) => ({ name, value: text(one) }))
      : [{ name, value: list.map((one) => text(one)).join(separator) }]
  if (entries !== undefined && entries.length > 0)
    return explode
      ? entries.map(([key, one]) => ({ name: key, value: text(one) }))
      : [{ name, value: entries.map(([key, one]) => `${text(key)}${separator}${text(one)}`).join(separator) }]
  return [{ name, value: list === undefined && entries === undefined ? text(value) : '' }]
}

/** A value as one text, as a part of a path or a header holds it. `text` writes each single value. */
export function styledText(
  name: string,
  { style, explode }: ParameterStyle,
  value: unknown,
  text: (value: unknown) => string = plainText,
): string {
  if (style === 'json') return text(JSON.stringify(value))
  const begins = style === 'label' ? '.' : style === 'matrix' ? ';' : ''
  const separator = explode && begins !== '' ? begins : ','
  const own = style === 'matrix' ? `${name}=` : ''
  if (Array.isArray(value)) {
    const items = (value as unknown[]).map((one) => text(one))
    return explode ? `${begins}${items.map((one) => `${own}${one}`).join(separator)}` : `${begins}${own}${items.join(',')}`
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, one]) => [text(key), text(one)] as const)
    return explode
      ? `${begins}${entries.map(([key, one]) => `${key}=${one}`).join(separator)}`
      : `${begins}${own}${entries.flat().join(',')}`
  }
  return `${begins}${own}${text(value)}`
}
