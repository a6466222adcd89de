import type { OperationHead } from '#engine/api/operation.ts'
import type { ApiChange } from '#workers/api.worker.ts'
import { apiTexts } from './texts.ts'

/** One operation that another version of a document changes. */
export interface ChangeRow {
  head: OperationHead
  what: string
  /** Names of cases that use it. */
  uses: string[]
}

/** What another version changes: what tests use comes first, what is gone before what is changed and new. */
export function changeRows({ difference, uses }: ApiChange): ChangeRow[] {
  const t = apiTexts.dialog
  const namesOf = (key: string) => uses.filter(({ operations }) => operations.includes(key)).map(({ name }) => name)
  const row = (head: OperationHead, what: string): ChangeRow => ({ head, what, uses: namesOf(head.key) })
  const rows = [
    ...difference.removed.map((head) => row(head, t.removedOne)),
    ...difference.changed.map(({ head, parts }) => row(head, t.changed(parts))),
    ...difference.added.map((head) => row(head, t.added)),
  ]
  return [...rows.filter((one) => one.uses.length > 0), ...rows.filter((one) => one.uses.length === 0)]
}
