import { sourceFacts, type SourceName } from '#engine/extractors/facts.ts'
import type { Source } from '#engine/extractors/source.ts'

/** Changes the source in place: keys that the new one has not are taken away, those that it needs are there. */
export function changeSource(target: Source, source: SourceName): void {
  const { needs } = sourceFacts[source]
  target.source = source
  if (needs?.key === 'name') target.name ??= ''
  else delete target.name
  if (needs?.key === 'path') target.path = target.path && !/^[$/]/.test(target.path) ? target.path : needs.root
  else delete target.path
  if (needs?.key === 'cell') {
    target.row ??= 0
    target.column ??= 0
  } else {
    delete target.row
    delete target.column
  }
}
