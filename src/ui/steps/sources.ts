import type { SourceName } from '#engine/extractors/schema.ts'

/** Where a value is taken from, as checks and transfers store it. */
export interface SourceKeys {
  source: SourceName
  name?: string | undefined
  path?: string | undefined
  row?: number | undefined
  column?: string | number | undefined
}

/** Sources that have a name. */
export const named: readonly SourceName[] = ['header', 'cookie', 'variable']
/** Sources that have a path. */
export const pathed: readonly SourceName[] = ['json', 'xml']

/** Changes the source in place: keys that the new one has not are taken away, those that it needs are there. */
export function changeSource(target: SourceKeys, source: SourceName): void {
  target.source = source
  if (named.includes(source)) target.name ??= ''
  else delete target.name
  if (pathed.includes(source))
    target.path = target.path && !/^[$/]/.test(target.path) ? target.path : source === 'json' ? '$' : '/'
  else delete target.path
  if (source === 'cell') {
    target.row ??= 0
    target.column ??= 0
  } else {
    delete target.row
    delete target.column
  }
}
